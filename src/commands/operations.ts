import { allOperations } from '#src/interface.ts'
import { type Command, exitCode, readArguments, refuseArguments } from './command.ts'
import { tableOf } from './table.ts'

export const operations: Command = {
  usage: [''],
  async run(argv, io) {
    refuseArguments('operations', readArguments(argv, io, {}).words)
    io.stdout.write(tableOf(allOperations.map(({ id, method, path, access }) => [id, method, path, access])))
    return exitCode.done
  },
}
