import { startProgram } from './server.ts'

/** A server of Redis that keeps nothing, and its address for `--redis`. `program` is where it is. */
export async function startRedis(program: string) {
  const { url, stop } = await startProgram({
    command: program,
    args: async (port) => ['--port', String(port), '--bind', '127.0.0.1', '--save', ''],
  })
  return { url: url.replace('http:', 'redis:'), stop }
}
