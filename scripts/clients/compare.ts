import { isDeepStrictEqual } from 'node:util'
import { asked, passing } from './generator.ts'

const NOT_FOUND = 34

/** Where the replies that a client read differ from those of plain requests, as sentences. */
export async function readDifferences(
  { replies, refused }: { replies: Record<string, unknown>; refused: unknown },
  url: string,
  key: string,
): Promise<string[]> {
  const wrong = refused === NOT_FOUND ? [] : [`a movie that is not there is refused with ${refused}`]
  for (const [name, path] of Object.entries(asked)) {
    const reply = await fetch(`${url}${path}`, { headers: { Authorization: `Bearer ${key}` } })
    if (reply.status !== 200) wrong.push(`${path} is answered with ${reply.status}`)
    else if (!isDeepStrictEqual(lasting(replies[name]), lasting(await reply.json()))) wrong.push(`${name} differs`)
  }
  return wrong
}

/** A reply without what differs at each answer. */
const lasting = (reply: unknown): unknown =>
  Object.fromEntries(Object.entries(reply ?? {}).filter(([name]) => !passing.includes(name)))
