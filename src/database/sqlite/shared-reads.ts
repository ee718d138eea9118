/** What has to be known about a read-only connection. */
type Reader = { readonly isOpen: boolean; readonly isTransaction: boolean; prepare(text: string): { run(): unknown } }

/**
 * Reads in one turn of the event loop share a transaction, and see the same state: beginning and ending a read takes
 * SQLite longer than most look-ups. A write that is acknowledged during the turn has to end it, so that the next read
 * sees it.
 */
export function shareReads(reader: Reader) {
  const beginning = reader.prepare('begin')
  const ending = reader.prepare('commit')
  let turn: NodeJS.Immediate | undefined

  function end() {
    clearImmediate(turn)
    turn = undefined
    // After some errors SQLite has ended it already.
    if (reader.isOpen && reader.isTransaction) ending.run()
  }

  return {
    begin() {
      if (turn) return
      beginning.run()
      turn = setImmediate(end)
    },
    end,
  }
}
