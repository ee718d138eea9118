import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { CONNECTIONS } from '../cost.ts'
import { pathFound } from './tools.ts'

/** Requests per second that a server answers with success, asked by wrk, which is faster than any of our servers. */
export async function requestsPerSecond(
  url: string,
  seconds: number,
  connections: number = CONNECTIONS,
): Promise<number> {
  // It takes whole seconds only.
  const words = ['--threads', '1', '--connections', String(connections), '--duration', `${Math.ceil(seconds)}s`, url]
  const { stdout } = await promisify(execFile)(pathFound('wrk'), words)
  const perSecond = Number(/^Requests\/sec:\s+([\d.]+)/m.exec(stdout)?.[1])
  if (!(perSecond > 0) || /Non-2xx|Socket errors/.test(stdout)) throw new Error(`wrk failed for ${url}: ${stdout}`)
  return perSecond
}
