import { allOperations } from '#src/interface.ts'
import { type Command, exitCode, readArguments, refuseArguments } from './command.ts'
import { tableOf } from './table.ts'

export const operations: Command = {
  usage: [''],
  summary: 'List every operation of the interface, and of our additions to it',
  async run(argv, io) {
    refuseArguments('operations', readArguments(argv, io, {}).words)
    io.stdout.write(tableOf(allOperations.map(({ id, method, path, access }) => [id, method, path, access])))
    return exitCode.done
  },
}
