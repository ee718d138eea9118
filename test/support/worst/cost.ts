import assert from 'node:assert/strict'
import { Worker } from 'node:worker_threads'

/**
 * What a reader costs in CPU time of its own thread, without that of the system, which hardly depends on what else the
 * machine does. Only ratios are judged: of two sizes, and to what a plain loop costs.
 */

/** How much longer than a text a longer one is, and how many times as much it may cost: linear is 4, quadratic 16. */
const LONGER = 4
const MOST_RATIO = 9
/** Below this many milliseconds a cost is not measured well, and no matter. */
const JUDGED_MS = 100
/** Measurements of which the least counts: whatever else happens only adds. */
const TRIES = 3
/** The least that is told apart, by the clocks of some systems. */
const RESOLUTION_MS = 4
/** Of the plain loop: what takes more is too long for the thread that answers, whatever it grows with. */
export const mostLoops = 12

async function costOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  return process.threadCpuUsage(before).user / 1_000
}

async function leastCostOf(work: () => unknown, known = Number.POSITIVE_INFINITY): Promise<number> {
  let least = known
  for (let tries = 0; tries < TRIES; tries++) least = Math.min(least, await costOf(work))
  return least
}

/** Some hundredths of a second of plain work. */
function loop() {
  let sum = 0
  for (let at = 0; at < 100_000_000; at++) sum = (sum + at) | 0
  return sum
}
let loopCost: Promise<number> | undefined

/**
 * What is wrong with the cost of a reader, if anything: `read` reads something of a size. Sizes grow up to `most`, so
 * that nothing has to be waited for that takes too long already. What another process reads may cost more loops.
 */
export async function faultOfCost(
  read: (size: number) => unknown,
  most: number,
  least = 64,
  loopsAtMost = mostLoops,
): Promise<string | undefined> {
  loopCost ??= leastCostOf(loop)
  const sizes = [most]
  while ((sizes[0] as number) / LONGER >= least) sizes.unshift(Math.floor((sizes[0] as number) / LONGER))
  for (const [at, size] of sizes.entries()) {
    let cost = await costOf(() => read(size))
    if (cost < JUDGED_MS) continue
    const smaller = sizes[at - 1] ?? Math.floor(size / LONGER)
    const before = Math.max(RESOLUTION_MS, await leastCostOf(() => read(smaller)))
    const isTooMuch = async () => cost / before > MOST_RATIO || cost / (await loopCost!) > loopsAtMost
    if (!(await isTooMuch())) continue
    // What seems too much once may be what else happened meanwhile.
    cost = await leastCostOf(() => read(size), cost)
    if (cost < JUDGED_MS || !(await isTooMuch())) continue
    if (cost / before > MOST_RATIO)
      return `${size} costs ${Math.round(cost / before)} times as much as ${smaller} (${Math.round(cost)} ms)`
    const loops = cost / (await loopCost)
    return `${size} costs as much as ${Math.round(loops)} loops (${Math.round(cost)} ms)`
  }
  return undefined
}

const SECONDS_WITHOUT_SIGN = 60

/**
 * Ends the process where nothing has been read for long, and says what: a thread that never comes back cannot say so
 * itself. `at` tells what is read next.
 */
export function watch(after: (end: () => unknown) => void): { at(name: string): void } {
  const code = `
    const { parentPort } = require('node:worker_threads')
    let name = 'nothing', since = Date.now()
    parentPort.on('message', (next) => { name = next; since = Date.now() })
    setInterval(() => {
      if (Date.now() - since < ${SECONDS_WITHOUT_SIGN * 1_000}) return
      require('node:fs').writeSync(2, 'never comes back: ' + name + '\\n')
      process.kill(process.pid, 'SIGKILL')
    }, 1_000)`
  const worker = new Worker(code, { eval: true })
  worker.unref()
  after(() => worker.terminate())
  return { at: (name) => worker.postMessage(name) }
}

/** All faults of many readings, each with its name. */
export async function assertCosts(
  watched: { at(name: string): void },
  readings: Iterable<{ name: string; read(size: number): unknown; most: number; least?: number; loops?: number }>,
) {
  const faults: string[] = []
  for (const { name, read, most, least, loops } of readings) {
    watched.at(name)
    const fault = await faultOfCost(read, most, least, loops)
    if (fault !== undefined) faults.push(`${name}: ${fault}`)
  }
  assert.deepEqual(faults, [])
}
