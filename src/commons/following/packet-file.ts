import * as limits from '../format/limits.ts'
import { subjectOf } from '../format/live.ts'
import { readPacketHead } from '../format/read.ts'
import type { PacketHead } from '../format/schemas.ts'
import { FollowProblem, OtherHistory } from './problems.ts'
import { checkBounds, type PublishedLine, publishedLines } from './published-lines.ts'

/** A file of a publisher that is here, with the digest that its manifest says. */
export type PacketFile = {
  /** Where it is here, and there. */
  file: string
  path: string
  /** How many lines it has, as the manifest says. */
  lines: number
  /** What it has to be, if it is a packet; parts of whole dumps have no first line of their own. */
  head?: Pick<PacketHead, 'number' | 'position' | 'incarnation'> & {
    /** The digest of the packet before, where it is known. */
    before: string
  }
  /** Records of which more is known here already: what a file says of them is passed over. */
  newer?: ReadonlySet<string> | undefined
}

/** One line more than was counted, because the first line of a packet may be counted or not. */
const boundsOf = ({ path, head, lines }: PacketFile) => ({
  path,
  unpacked: head ? limits.maxPacketUnpackedBytes : limits.maxPartUnpackedBytes,
  lines: head ? limits.maxPacketLines + 1 : Math.min(lines, limits.maxPartLines) + 1,
})

/** The lines of a file, without the first one of a packet. */
export async function* linesOf(packet: PacketFile): AsyncGenerator<PublishedLine[]> {
  for await (const batch of publishedLines(packet.file, boundsOf(packet))) {
    const all = packet.head && batch[0]?.number === 1 ? batch.slice(1) : batch
    const { newer } = packet
    const lines = newer ? all.filter(({ text }) => !isAbout(text, newer)) : all
    if (lines.length > 0) yield lines
  }
}

/** Whether a line is about one of some records; what is no line is refused where it would be written. */
function isAbout(text: string, records: ReadonlySet<string>): boolean {
  try {
    return records.has(subjectOf(JSON.parse(text)))
  } catch {
    return false
  }
}

/** Throws if a file exceeds what it may be, or is another packet than it should be; nothing of it is applied then. */
export async function checkFile(packet: PacketFile): Promise<void> {
  if (packet.head) checkHead(packet, await firstLine(packet))
  await checkBounds(packet.file, boundsOf(packet))
}

async function firstLine(packet: PacketFile): Promise<string> {
  for await (const [first] of publishedLines(packet.file, boundsOf(packet))) if (first) return first.text
  return ''
}

function checkHead({ path, head }: PacketFile, text: string) {
  const found = readPacketHead(text)
  for (const name of ['number', 'position', 'incarnation'] as const)
    if (head && found[name] !== head[name])
      throw new FollowProblem('order', `${path} says ${name} ${found[name]}, and the manifest says ${head[name]}`)
  if (head && head.before !== '' && found.before?.sha256 !== head.before)
    throw new OtherHistory('order', `${path} follows another packet than the one that came in`)
}
