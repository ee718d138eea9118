/** How long requests are worked on before the server looks for new ones. */
export const TURN_MS = 6
/** How long it looks for new connections between two times of work. */
const LOOK_MS = 8
/** When nothing was worked on for this long, the server has looked for new requests meanwhile. */
const IDLE_MS = 0.25

/** Times of work. Between two of them the server looks for new requests and connections. */
export function openTurns() {
  let begunMs = 0
  let workedMs = Number.NEGATIVE_INFINITY
  let hasNewConnection = false
  let looksSinceMs: number | undefined

  return {
    /** Whether work may begin now; otherwise the server looks for new requests first. */
    allows(nowMs: number): boolean {
      if (hasNewConnection) return false
      if (nowMs - workedMs > IDLE_MS) begunMs = nowMs
      else if (nowMs - begunMs >= TURN_MS) return false
      workedMs = nowMs
      return true
    },
    /** Work has ended; false if the server should look for new requests before any more begins. */
    goesOn(nowMs: number): boolean {
      workedMs = nowMs
      return nowMs - begunMs < TURN_MS
    },
    /** The server has looked for new requests; false if it should do so once more. */
    begins(nowMs: number): boolean {
      looksSinceMs ??= nowMs
      const looksAgain = hasNewConnection && nowMs - looksSinceMs < LOOK_MS
      hasNewConnection = false
      if (looksAgain) return false
      looksSinceMs = undefined
      begunMs = nowMs
      return true
    },
    /**
     * A connection was made. Node accepts only one in each round of its event loop, so the server looks for more of
     * them before it continues, as long as there are any and up to `LOOK_MS`.
     */
    connected() {
      hasNewConnection = true
    },
  }
}
