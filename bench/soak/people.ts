import { randomInt } from 'node:crypto'
import sharp from 'sharp'
import { tokenIn } from '../../test/support/pages/visitor.ts'
import type { Clients } from './client.ts'
import { type Ledger, openLedger, type Shown } from './ledger.ts'

/** Something that people do all the time: each of `people` does it once in `everyMs`, or as soon as it can. */
export type Activity = { name: string; people: number; everyMs: number; act(person: number): Promise<unknown> }

/** What was acknowledged, and how it is looked at on a server. */
export type Written = { what: string; ledger: Ledger; shownBy(clients: Clients): Shown }

/** A session of the interface, and one of a browser. */
export type Member = { session: string; browser: string }

/** Of a catalogue: movies by what they are popular for, and titles that people type. */
export type Known = { key: string; movies: readonly number[]; people: readonly number[]; titles: readonly string[] }

const POSTER = { width: 500, height: 750 }
/** So many values can a rating have. */
const VALUES = 20

/** The place of something that is asked for by a Zipf law: the first twice as often as the second. */
const zipf = (length: number) => Math.min(length - 1, Math.floor(length ** Math.random()) - 1)
const one = <Item>(items: readonly Item[]): Item => items[zipf(items.length)] as Item

/** What readers do, who write nothing. */
export function readers(clients: Clients, { key, movies, people, titles }: Known): Activity[] {
  const read = (name: string, path: () => string, often: { people: number; everyMs: number }): Activity => ({
    name,
    ...often,
    act: () => clients.ask(name, path()),
  })
  const keyed = (path: string) => `/3${path}${path.includes('?') ? '&' : '?'}api_key=${key}`
  /** Addresses of pages have the title behind the number, to which the number alone leads. */
  async function open(movie: number) {
    const leads = await clients.ask('page: its address', `/movie/${movie}`, {}, 301)
    if (leads) await clients.ask('page', leads.location)
  }
  const typed = () => one(titles).slice(0, 3 + randomInt(12))
  return [
    read('read: details', () => keyed(`/movie/${one(movies)}`), { people: 4, everyMs: 50 }),
    read('read: details with parts', () => keyed(`/movie/${one(movies)}?append_to_response=credits,images,similar`), {
      people: 2,
      everyMs: 200,
    }),
    read('read: people', () => keyed(`/person/${one(people)}?append_to_response=combined_credits`), {
      people: 1,
      everyMs: 100,
    }),
    read('read: lists', () => keyed(`/movie/popular?page=${1 + zipf(20)}`), { people: 1, everyMs: 200 }),
    read('read: discover', () => keyed(`/discover/movie?sort_by=vote_average.desc&page=${1 + zipf(20)}`), {
      people: 1,
      everyMs: 500,
    }),
    read('search', () => keyed(`/search/movie?query=${encodeURIComponent(typed())}`), { people: 2, everyMs: 200 }),
    read('search with a slip', () => keyed(`/search/multi?query=${encodeURIComponent(slipIn(one(titles)))}`), {
      people: 1,
      everyMs: 500,
    }),
    { name: 'page', people: 1, everyMs: 250, act: () => open(one(movies)) },
  ]
}

/** A title in which two neighbours have changed places. */
function slipIn(title: string): string {
  const at = randomInt(Math.max(1, title.length - 1))
  return `${title.slice(0, at)}${title[at + 1] ?? ''}${title[at]}${title.slice(at + 2)}`
}

type Writers = { clients: Clients; known: Known; members: readonly Member[] }
type Writing = { activity: Activity; written: Written }

/** What members write. Nobody else writes about the same. */
export const writers = (setting: Writers): Writing[] => [rating(setting), editing(setting), uploading(setting)]

function rating({ clients, known: { key, movies }, members }: Writers): Writing {
  const name = 'rating'
  const ledger = openLedger()
  const access = (session: string) => `api_key=${key}&session_id=${session}`
  async function act(person: number) {
    const { session } = members[person] as Member
    const movie = one(movies)
    const value = (1 + randomInt(VALUES)) / 2
    const acknowledged = ledger.send(`${movie} ${session}`, String(value))
    const asked = json({ value })
    if (await clients.ask(name, `/3/movie/${movie}/rating?${access(session)}`, asked, 201)) acknowledged()
  }
  const shownBy: Written['shownBy'] = (looking) => async (written) => {
    const [movie, session = ''] = written.split(' ')
    const body = await looking.look(`/3/movie/${movie}/account_states?${access(session)}`)
    return body && String(JSON.parse(body).rated.value)
  }
  return {
    activity: { name, people: members.length, everyMs: 2_000, act },
    written: { what: 'ratings', ledger, shownBy },
  }
}

function editing({ clients, known: { key, movies }, members }: Writers): Writing {
  const name = 'edit'
  const ledger = openLedger()
  let edits = 0
  async function act(person: number) {
    const { session } = members[person] as Member
    // No two people edit the same movie.
    const movie = movies[zipf(Math.floor(movies.length / members.length)) * members.length + person] as number
    const tagline = `Soaked ${++edits}`
    const acknowledged = ledger.send(String(movie), tagline)
    const asked = json({ records: [{ kind: 'movie', id: movie, tagline }], note: 'While it soaks' })
    if (await clients.ask(name, `/commons/1/edit?api_key=${key}&session_id=${session}`, asked)) acknowledged()
  }
  const shownBy: Written['shownBy'] = (looking) => async (movie) => {
    const body = await looking.look(`/3/movie/${movie}?api_key=${key}`)
    return body && JSON.parse(body).tagline
  }
  return {
    activity: { name, people: members.length, everyMs: 4_000, act },
    written: { what: 'edits', ledger, shownBy },
  }
}

/** Posters that nobody has added before. What is acknowledged is the page of the picture, which is shown from then. */
function uploading({ clients, known: { movies }, members }: Writers): Writing {
  const name = 'upload'
  const ledger = openLedger()
  async function act(person: number) {
    const { browser } = members[person] as Member
    const [movie, cookie] = [one(movies), `reelcommons_session=${browser}`]
    const form = await clients.ask('page of a form', `/movie/${movie}/images/add`, { headers: { cookie } })
    if (!form) return
    const { type, body } = await packed({
      ...{ form_token: tokenIn(form.body), gallery: 'posters', licence: 'CC0-1.0', language: '' },
      file: new File([new Uint8Array(await drawn())], 'poster.jpg', { type: 'image/jpeg' }),
    })
    const headers = { cookie, 'content-type': type }
    const asked = { method: 'POST', headers, body } as const
    const reply = await clients.ask(name, `/movie/${movie}/images/add`, asked, 303)
    if (reply) ledger.send(reply.location.split('?')[0] as string, 'is there')()
  }
  const shownBy: Written['shownBy'] = (looking) => async (location) =>
    (await looking.look(location)) === undefined ? undefined : 'is there'
  return { activity: { name, people: 1, everyMs: 40_000, act }, written: { what: 'pictures', ledger, shownBy } }
}

const json = (body: object) =>
  ({ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }) as const

/** A picture that is like no other: its colours are drawn at random. */
function drawn(): Promise<Buffer> {
  const [r, g, b] = [randomInt(256), randomInt(256), randomInt(256)] as const
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { ...POSTER, channels: 3, background: { r, g, b }, noise } })
    .tint({ r, g, b })
    .jpeg()
    .toBuffer()
}

/** A form with a file, which has to come behind what is typed. */
async function packed(fields: Readonly<Record<string, string | File>>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const whole = new Response(form)
  return { type: whole.headers.get('content-type') as string, body: Buffer.from(await whole.arrayBuffer()) }
}
