/** What has to be known of a connection that only reads. */
type Reader = { readonly isOpen: boolean; readonly isTransaction: boolean; prepare(text: string): { run(): unknown } }

/**
 * Reads of one turn of the event loop share a transaction, and see the same state of the database: to begin a read and
 * to end it takes SQLite longer than most look-ups. A write that is acknowledged in the midst of a turn has to end it,
 * so that the next read sees what was written.
 */
export function shareReads(reader: Reader) {
  const beginning = reader.prepare('begin')
  const ending = reader.prepare('commit')
  let turn: NodeJS.Immediate | undefined

  function end() {
    clearImmediate(turn)
    turn = undefined
    // SQLite ends it by itself where a statement fails badly.
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
