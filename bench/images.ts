import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { nameOf } from '#src/media/names.ts'
import type { Bench, Benchmark, Figure } from './benchmark.ts'
import { openDraw } from './draw.ts'
import { catalogueTime } from './support/catalogues.ts'
import { startNginx } from './support/nginx.ts'
import { residentBytes, type Server, serveSettled } from './support/server.ts'
import { counted, mebibytes, median, shown, spread } from './support/statistics.ts'
import { openSteadyLoad } from './support/steady-load.ts'
import { pathOf, unmeasured } from './support/tools.ts'
import { requestsPerSecond } from './support/wrk.ts'

const WANTED_SHARE_OF_NGINX = 0.3
const WANTED_TIMES_SHARP = 1.3
const WANTED_P99_MS = 50
/** Memory of the server while so many wait, beyond what it had. */
const WANTED_MEMORY_BYTES = 134_217_728
/** First renderings that are asked for at once, as so many sizes of so many pictures. */
const WAITING = 500
const waitingSizes = ['w92', 'w154', 'w185', 'w342', 'w500']
const PER_SECOND = 50
const PATHS = 200
const WARM_UP_MS = 2_000
/** Pictures that are rendered for the first time in a round, one after the other. */
const FIRST_RENDERINGS = 5
const POLL_MS = 50

/** What a warm picture is compared to, and measured with. */
const besideTools = ['nginx', 'wrk'] as const

export const images: Benchmark = {
  name: 'images',
  title: 'Images',
  method: `A program draws pictures of 2000 × 3000 pixels and puts them into the data folder as JPEG. wrk requests one
of them in w500, about 40 kB, over 10 connections, alternately from our server and from nginx with one worker, which has
a file of the same size. First renderings are requested one after the other over one connection, alternating with sharp
in a process that does nothing else; ours is the time until the last byte has arrived. Then ${WAITING} first renderings
are requested at once while another program requests ${PER_SECOND} warm replies of the interface a second.`,
  tools: besideTools,
  async run(bench) {
    const pictures = await putPictures(bench)
    const settings = ['--handler-timeout-ms', '600000', '--log-level', 'warn']
    const server = await serveSettled(bench.large.data, { time: catalogueTime, settings })
    try {
      return [
        ...(await besideNginx(bench, server, pictures)),
        await besideSharp(bench, server, pictures),
        ...(await whileManyWait(bench, server, pictures)),
      ]
    } finally {
      await server.stop()
      await rm(join(bench.large.data, 'pictures'), { recursive: true, force: true })
    }
  },
}

type Drawn = { name: string; path: string }

/** Originals in the data folder: as many as are rendered for the first time. */
async function putPictures({ large, rounds, say }: Bench): Promise<Drawn[]> {
  const count = 2 + rounds * FIRST_RENDERINGS + WAITING / waitingSizes.length
  say(`drawing ${count} pictures`)
  const folder = join(large.data, 'pictures')
  await rm(folder, { recursive: true, force: true })
  const drawn: Drawn[] = []
  for (let seed = 0; seed < count; seed++) {
    const content = await drawPicture(seed)
    const name = nameOf(content)
    const path = join(folder, 'originals', name.slice(0, 2), name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
    drawn.push({ name, path })
  }
  return drawn
}

/** Spots of colour, with as much detail as a photograph: about 40 kB in w500. */
function drawPicture(seed: number): Promise<Buffer> {
  const [width, height] = [160, 240]
  const pixels = Buffer.alloc(width * height * 3)
  let state = seed + 1
  for (let at = 0; at < pixels.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    pixels[at] = state >>> 24
  }
  const small = sharp(pixels, { raw: { width, height, channels: 3 } })
  return small.resize(2_000, 3_000, { kernel: 'cubic' }).jpeg({ quality: 90 }).toBuffer()
}

const agent = new Agent({ keepAlive: true })

/** Asks for a picture and tells how long that took and what came. */
function ask(url: string, using: Agent | false = agent) {
  const startMs = performance.now()
  return new Promise<{ ms: number; status: number; body: Buffer }>((resolve, reject) => {
    const request = get(url, { agent: using }, (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('error', reject)
      reply.on('end', () => {
        const ms = performance.now() - startMs
        resolve({ ms, status: reply.statusCode ?? 0, body: Buffer.concat(chunks) })
      })
    })
    request.on('error', reject)
  })
}

async function rendered(server: Server, size: string, name: string) {
  const reply = await ask(`${server.url}/t/p/${size}/${name}.jpg`)
  if (reply.status !== 200) throw new Error(`a picture was answered with ${reply.status}`)
  return reply
}

async function besideNginx(bench: Bench, server: Server, [picture]: Drawn[]): Promise<Figure[]> {
  const what = 'Warm resized image, requests per second, ours ÷ nginx'
  const command = bench.commandOf('images')
  const wanted = `≥ ${WANTED_SHARE_OF_NGINX} ×`
  const absent = besideTools.find((tool) => !pathOf(tool))
  if (absent) return [unmeasured(what, absent, command)]
  if (!picture) throw new Error('no picture was drawn')
  const { body } = await rendered(server, 'w500', picture.name)
  const folder = join(bench.scratch, 'nginx')
  await mkdir(folder)
  const nginx = await startNginx(folder, [{ path: '/', headers: [], bytes: body.length }])
  try {
    const urls = { ours: `${server.url}/t/p/w500/${picture.name}.jpg`, nginx: `${nginx.url}/0` }
    for (const url of Object.values(urls)) await requestsPerSecond(url, bench.roundSeconds)
    const [ours, its]: [number[], number[]] = [[], []]
    for (let round = 0; round < bench.rounds; round++) {
      ours.push(await requestsPerSecond(urls.ours, bench.roundSeconds))
      its.push(await requestsPerSecond(urls.nginx, bench.roundSeconds))
    }
    const shares = ours.map((perSecond, round) => perSecond / (its[round] as number))
    return [
      {
        what,
        measured: spread(shares, ' ×'),
        wanted,
        isReached: median(shares) >= WANTED_SHARE_OF_NGINX,
        command,
        note: `${counted(body.length)} bytes: ours ${shown(median(ours))}, nginx ${shown(median(its))} a second.`,
      },
    ]
  } finally {
    await nginx.stop()
  }
}

async function besideSharp(bench: Bench, server: Server, pictures: Drawn[]): Promise<Figure> {
  const bare = fork(join(import.meta.dirname, 'servers/bare-sharp.ts'))
  const output = join(bench.scratch, 'bare.jpg')
  const bareMs = async ({ path: input }: Drawn) => {
    bare.send({ input, output })
    return (await once(bare, 'message'))[0] as number
  }
  try {
    // Both have begun, and read their first picture.
    const [, warm] = pictures as [Drawn, Drawn]
    await bareMs(warm)
    await rendered(server, 'w500', warm.name)
    const times: number[] = []
    const rows: number[][] = [[], []]
    for (let round = 0; round < bench.rounds; round++) {
      const own = pictures.slice(2 + round * FIRST_RENDERINGS, 2 + (round + 1) * FIRST_RENDERINGS)
      let [ours, its] = [0, 0]
      for (const picture of own) {
        its += await bareMs(picture)
        ours += (await rendered(server, 'w500', picture.name)).ms
      }
      times.push(ours / its)
      rows[0]?.push(ours / own.length)
      rows[1]?.push(its / own.length)
    }
    const [ours = [], its = []] = rows
    return {
      what: 'First rendering of w500 from a JPEG of 2000 × 3000 pixels, ours ÷ bare sharp',
      measured: spread(times, ' ×'),
      wanted: `≤ ${WANTED_TIMES_SHARP} ×`,
      isReached: median(times) <= WANTED_TIMES_SHARP,
      command: bench.commandOf('images'),
      note: `Ours ${shown(median(ours))} ms, sharp ${shown(median(its))} ms per picture.`,
    }
  } finally {
    bare.kill()
  }
}

async function whileManyWait(bench: Bench, server: Server, pictures: Drawn[]): Promise<Figure[]> {
  const draw = openDraw(bench.large)
  const paths = draw.distinctPaths('movie.details', PATHS)
  draw.close()
  const load = await openSteadyLoad({ url: server.url, paths, perSecond: PER_SECOND, connections: CONNECTIONS })
  try {
    await pause(WARM_UP_MS)
    const quiet = await load.look()
    const beforeBytes = residentBytes(server.pid)
    const startMs = performance.now()
    let mostBytes = beforeBytes
    const watch = setInterval(() => {
      mostBytes = Math.max(mostBytes, residentBytes(server.pid))
    }, POLL_MS)
    const fresh = pictures.slice(-WAITING / waitingSizes.length)
    const asked = fresh.flatMap(({ name }) => waitingSizes.map((size) => `${server.url}/t/p/${size}/${name}.jpg`))
    const statuses = await Promise.all(asked.map(async (url) => (await ask(url, false)).status))
    clearInterval(watch)
    const seconds = (performance.now() - startMs) / 1000
    const beside = await load.look()
    const answered = statuses.filter((status) => status === 200).length
    const command = bench.commandOf('images')
    return [
      {
        what: `Warm replies at ${PER_SECOND} a second while ${WAITING} first renderings wait: p99`,
        measured: `${shown(beside.latencyMs.p99)} ms, without them ${shown(quiet.latencyMs.p99)} ms`,
        wanted: `< ${WANTED_P99_MS} ms`,
        isReached: beside.latencyMs.p99 < WANTED_P99_MS,
        command,
        note: `${answered} of ${asked.length} pictures came in ${shown(seconds)} s, and ${beside.requests} replies.`,
      },
      {
        what: `Additional memory of the server while ${WAITING} first renderings wait`,
        measured: `${mebibytes(mostBytes - beforeBytes)} on ${mebibytes(beforeBytes)}`,
        wanted: `≤ ${mebibytes(WANTED_MEMORY_BYTES)}`,
        isReached: mostBytes - beforeBytes <= WANTED_MEMORY_BYTES,
        command,
      },
    ]
  } finally {
    load.close()
  }
}

const CONNECTIONS = 4
