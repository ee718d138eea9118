import { openLooks } from '#src/background/watchdog/looks.ts'

/** How often the process tells that it does not hang, and how often it is looked at most whether it has. */
export const ALIVE_MS = 1_000
/**
 * So many times longer than the thread that answers may it hang: nobody waits for it, and what it writes to SQLite it
 * writes on its only thread, so that one statement about a large catalogue may take a while.
 */
export const TIMES = 10

type Watch = {
  /** Something was received from it. */
  heard(): void
  end(): void
}

/** Calls `hangs` when nothing was heard of a process for too long, however long this one has slept meanwhile. */
export function watchForHang(hangTimeoutMs: number, hangs: (silentMs: number) => void): Watch {
  if (hangTimeoutMs === 0) return { heard() {}, end() {} }
  const looks = openLooks(ALIVE_MS, performance.now())
  let count = 0
  const timer = setInterval(() => {
    const silentMs = looks.look(count, performance.now())
    if (silentMs < TIMES * hangTimeoutMs) return
    clearInterval(timer)
    hangs(silentMs)
  }, ALIVE_MS)
  return { heard: () => void count++, end: () => clearInterval(timer) }
}
