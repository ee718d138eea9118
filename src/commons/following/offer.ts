import { FormatError, readIndex, readManifest } from '../format/read.ts'
import type { IndexFile, Manifest, Packet } from '../format/schemas.ts'
import { instanceIdOf, isKnownBy } from '../format/signatures.ts'
import type { Following } from './followings.ts'
import { FollowProblem } from './problems.ts'
import type { FoundManifest } from './reaching/place.ts'

/** By how much clocks may differ. */
const skewMs = 2 * 3_600_000

/** A manifest that its own key has signed; a `FollowProblem` says what is wrong with one. */
export function readOffer({ bytes, signature }: FoundManifest): Manifest {
  try {
    return readManifest(bytes, signature)
  } catch (error) {
    if (error instanceof FormatError) throw new FollowProblem('format', error.message)
    throw error
  }
}

/** A manifest that nobody renews expires, also where it is said to be the newest one again and again. */
export function checkValid(valid_until: string, now: Date): void {
  if (Date.parse(valid_until) + skewMs < now.getTime()) throw new FollowProblem('expired', valid_until)
}

type Known = Pick<Following, 'id' | 'public_key' | 'incarnation' | 'past' | 'position' | 'packet' | 'offered'>

/**
 * Refuses a manifest of somebody else, one that is too old to be believed, and one that is older than what was seen:
 * somebody between the two may hold back what is new.
 */
export function checkOffer(manifest: Manifest, known: Known, now: Date): void {
  if (instanceIdOf(manifest) !== known.id || !isKnownBy(manifest, known.public_key))
    throw new FollowProblem('key_changed')
  const { incarnation, position, valid_until, time, packets } = manifest
  if (Date.parse(time) > now.getTime() + skewMs) throw new FollowProblem('future', time)
  checkValid(valid_until, now)
  if (known.past.includes(incarnation)) throw new FollowProblem('rolled_back', time)
  if (incarnation !== known.incarnation) return
  const isOlder = position < known.position || packets.last < known.packet
  const offered = known.offered
  const isOlderOffer = offered !== null && (position < offered.position || packets.last < offered.packet)
  if (isOlder || isOlderOffer) throw new FollowProblem('rolled_back', time)
}

/** What comes in next: a whole dump, packets from one on, or nothing. */
type Next = { is: 'whole' } | { is: 'packets'; from: number } | { is: 'nothing' }

export function nextOf(
  { incarnation, packets, whole }: Manifest,
  known: Known & Pick<Following, 'needs_whole' | 'digest'>,
): Next {
  if (known.needs_whole || known.incarnation === '' || known.incarnation !== incarnation) return { is: 'whole' }
  // A publisher whose files were put back as they had been gives the same numbers again.
  const same = packets.newest.find(({ number }) => number === known.packet)
  if (same && known.digest !== '' && same.sha256 !== known.digest) return { is: 'whole' }
  if (packets.last <= known.packet) return { is: 'nothing' }
  if (packets.first <= known.packet + 1) return { is: 'packets', from: known.packet + 1 }
  // Packets are missing in between: whoever was away for long begins with a whole dump again.
  return whole ? { is: 'whole' } : { is: 'packets', from: packets.first }
}

/** Where a packet is told of: among the newest ones, or in an index. */
type Told = { packet: Packet } | { index: IndexFile }

export function whereTold({ packets }: Manifest, number: number): Told {
  const [first] = packets.newest
  if (first && number >= first.number) {
    const packet = packets.newest[number - first.number]
    if (packet) return { packet }
  }
  const index = packets.indexes.find((one) => number >= one.first && number <= one.last)
  if (!index) throw new FollowProblem('format', `the manifest does not say where packet ${number} is`)
  return { index }
}

/** A packet of an index file. */
export function packetIn(bytes: Buffer, number: number): Packet {
  try {
    const found = readIndex(bytes).find((packet) => packet.number === number)
    if (found) return found
  } catch (error) {
    if (error instanceof FormatError) throw new FollowProblem('format', error.message)
    throw error
  }
  throw new FollowProblem('format', `the index of packets has no packet ${number}`)
}
