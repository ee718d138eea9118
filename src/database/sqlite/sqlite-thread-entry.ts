import { parentPort, workerData } from 'node:worker_threads'
import { serializeError } from '../serialized-error.ts'
import { Sql } from '../sql.ts'
import type { Statement } from '../statement.ts'
import { checkpoint } from './checkpoints.ts'
import type { Reading } from './reading.ts'
import { openConnection, openReading, perform } from './sqlite.ts'
import type { Answer, Read, Request, ThreadWork } from './thread.ts'

// This file runs in a thread that writes, reads or checkpoints: it opens the connection, reports that, and answers
// until it is told to close.
const { carryOut, close } = begin(workerData.work)

function begin(work: ThreadWork) {
  const { path, options } = workerData
  if (work === 'reads') {
    const reading = openReading(path, options)
    return { carryOut: (statement: Statement) => read(reading, statement), close: reading.close }
  }
  const connection = openConnection(path, options)
  const write = (statement: Statement) => perform(connection, statement)
  return { carryOut: work === 'writes' ? write : () => checkpoint(connection), close: connection.close }
}

function read(reading: Reading, { verb, text, values }: Statement): Read {
  if (verb !== 'all' && verb !== 'one') throw new Error('This thread of the database only reads')
  const beganMs = performance.now()
  const result = reading[verb](new Sql([text], values))
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
  close()
  parentPort?.close()
})
parentPort?.postMessage('open')
