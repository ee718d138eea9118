import { parentPort, workerData } from 'node:worker_threads'
import { openConnection, perform } from './sqlite.ts'
import { type Answer, failureOf, type Request } from './sqlite-thread.ts'
import type { Statement } from './sqlite-writer.ts'

// This file runs in the thread that writes: it opens the connection, says so, and answers until it is told to close.
const connection = openConnection(workerData.path, workerData.options)

function answer(statement: Statement): Answer {
  try {
    return { value: perform(connection, statement) }
  } catch (error) {
    return { error: failureOf(error) }
  }
}

parentPort?.on('message', (request: Request) => {
  if (request !== 'close') return parentPort?.postMessage(request.map(answer))
  connection.close()
  parentPort?.close()
})
parentPort?.postMessage('open')
