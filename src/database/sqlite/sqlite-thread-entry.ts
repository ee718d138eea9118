import { parentPort, workerData } from 'node:worker_threads'
import { serializeError } from '../serialized-error.ts'
import { Sql } from '../sql.ts'
import { checkpoint } from './checkpoints.ts'
import { openConnection, perform } from './sqlite.ts'
import type { Answer, Read, Request, ThreadWork } from './thread.ts'
import type { Statement } from './writer.ts'

// This file runs in a thread that writes, reads or checkpoints: it opens the connection, reports that, and answers
// until it is told to close.
const connection = openConnection(workerData.path, workerData.options)
const works: Readonly<Record<ThreadWork, (statement: Statement) => unknown>> = {
  writes: (statement) => perform(connection, statement),
  reads: read,
  checkpoints: () => checkpoint(connection),
}
const carryOut = works[workerData.work as ThreadWork]

function read({ verb, text, values }: Statement): Read {
  if (verb !== 'all' && verb !== 'one') throw new Error('This thread of the database only reads')
  const beganMs = performance.now()
  const result = connection[verb](new Sql([text], values))
  return { result, ms: performance.now() - beganMs }
}

function answer(statement: Statement): Answer {
  try {
    return { value: carryOut(statement) }
  } catch (error) {
    return { error: serializeError(error) }
  }
}

parentPort?.on('message', (request: Request) => {
  if (request !== 'close') return parentPort?.postMessage(request.map(answer))
  connection.close()
  parentPort?.close()
})
parentPort?.postMessage('open')
