import { parentPort, workerData } from 'node:worker_threads'
import { serializeError } from '../serialized-error.ts'
import { Sql } from '../sql.ts'
import type { Statement } from '../statement.ts'
import { checkpoint } from './checkpoints.ts'
import { openConnection, openReading, perform } from './connection.ts'
import { BEGIN_SNAPSHOT, END_SNAPSHOT, type Reading } from './reading.ts'
import type { Answer, Read, Request, Task } from './thread.ts'

// This file runs in a thread that writes, reads or checkpoints: it opens the connection, reports that, and answers
// until it is told to close.
let { carryOut, close } = begin(workerData)

function begin({ work, path, options }: Task) {
  if (work === 'reads') {
    const reading = openReading(path, options)
    return { carryOut: (statement: Statement) => read(reading, statement), close: reading.close }
  }
  const connection = openConnection(path, options)
  const write = (statement: Statement) => perform(connection, statement)
  return { carryOut: work === 'writes' ? write : () => checkpoint(connection), close: connection.close }
}

function read(reading: Reading, { verb, text, values }: Statement): Read {
  if (text === BEGIN_SNAPSHOT || text === END_SNAPSHOT) return { result: reading.run(new Sql([text], [])), ms: 0 }
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

function take(request: Request) {
  if (Array.isArray(request)) return parentPort?.postMessage(request.map(answer))
  if (typeof request === 'object') {
    ;({ carryOut, close } = begin(request))
    return parentPort?.postMessage('open')
  }
  close()
  if (request === 'close') parentPort?.close()
  else parentPort?.postMessage('left')
}

parentPort?.on('message', take)
parentPort?.postMessage('open')
