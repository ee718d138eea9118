import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('./work-until-killed.ts', import.meta.url))

/** Works in a process of its own, which is killed after so many steps; returns whether it came to the end. */
export async function workUntilKilled(location: string, steps: number): Promise<boolean> {
  const child = spawn(process.execPath, [program, location, `${steps}`], { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code, signal] = await once(child, 'exit')
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`The process ended with ${code ?? signal}.`)
  return code === 0
}
