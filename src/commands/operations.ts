import { operations as all } from '#src/interface.ts'
import { type Command, exitCode, readWords, refuseWords } from './command.ts'
import { tableOf } from './table.ts'

export const operations: Command = {
  usage: '',
  summary: 'Lists every operation of the interface',
  async run(argv, io) {
    refuseWords('operations', readWords(argv, io, {}).words)
    io.stdout.write(tableOf(all.map(({ id, method, path, access }) => [id, method, path, access])))
    return exitCode.done
  },
}
