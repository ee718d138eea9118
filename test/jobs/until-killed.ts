import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('./work-until-killed.ts', import.meta.url))

/** Works in a process of its own, which is killed after so many steps; returns whether it came to the end. */
export async function workUntilKilled(location: string, steps: number): Promise<boolean> {
  const child = spawn(process.execPath, [program, location], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = once(child, 'exit')
  let seen = 0
  let hasEnded = false
  for await (const line of createInterface(child.stdout)) {
    if (line === 'ended') hasEnded = true
    if (line === 'step' && ++seen === steps) child.kill('SIGKILL')
  }
  await exit
  return hasEnded
}
