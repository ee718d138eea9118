/** The value of a key as the server shows it; undefined where there is none. */
export type Shown = (key: string) => Promise<string | undefined>

/**
 * What was sent to be written, by key, in the order in which one client after the other sent it, and which of it was
 * acknowledged. A value that was sent later may be there without an acknowledgement, an older one may not.
 */
export function openLedger() {
  const sent = new Map<string, string[]>()
  const acknowledged = new Map<string, number>()
  return {
    /** Notes what is about to be sent, and returns what notes that it was acknowledged. */
    send(key: string, value: string): () => void {
      const values = sent.get(key) ?? []
      sent.set(key, values)
      const at = values.push(value) - 1
      return () => void acknowledged.set(key, Math.max(at, acknowledged.get(key) ?? 0))
    },
    /** What has been acknowledged by now. */
    acknowledged: (): ReadonlyMap<string, number> => new Map(acknowledged),
    /** The keys of which the value that was acknowledged by some moment, or a later one, is not shown. */
    async lost(shown: Shown, byThen: ReadonlyMap<string, number> = acknowledged): Promise<string[]> {
      const lost: string[] = []
      for (const [key, at] of byThen) {
        const value = await shown(key)
        const isThere = value !== undefined && (sent.get(key) as string[]).includes(value, at)
        if (!isThere) lost.push(key)
      }
      return lost
    },
  }
}

export type Ledger = ReturnType<typeof openLedger>
