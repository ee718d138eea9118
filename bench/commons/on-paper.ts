import { settings } from '#src/settings.ts'
import type { Bench, Figure } from '../benchmark.ts'
import { counted, shown } from '../support/statistics.ts'

/** Who is reckoned with. */
const FOLLOWERS = 10_000
const MOVIES = 1_000_000
const CHANGES = 20_000
/** Places from which a CDN hands out files; each of them asks the publisher for a file once. */
const PLACES = 50
const DAY_SECONDS = 86_400
const MEGABYTE = 1_000_000
const SIGNATURE_BYTES = 89
/** What a request and the head of an answer take, about. */
const HEAD_BYTES = 700

type Sizes = {
  wholeBytes: number
  movies: number
  manifestBytes: number
  packedBytes: number
  oneRecordBytes: number
  recordBytes: number
}

/** What many followers of a large catalogue cost, reckoned from what was measured. */
export function onPaper(sizes: Sizes, { commandOf }: Bench): Figure {
  const day = dayOf(sizes)
  const gigabytes = (bytes: number) => `${shown(bytes / 1_000 / MEGABYTE)} GB`
  const megabytes = (bytes: number) => `${shown(bytes / MEGABYTE)} MB`
  return {
    what: `On paper: ${counted(FOLLOWERS)} followers of a million movies with ${counted(CHANGES)} changes a day`,
    measured: `${gigabytes(day.bytes * FOLLOWERS)} and ${counted(day.requests * FOLLOWERS)} requests a day`,
    command: commandOf('commons'),
    note: `Reckoned from the sizes of the files that were measured. A changed record takes
${counted(sizes.recordBytes)} bytes in a packet of many.`,
    details: {
      title: 'What a day costs on paper',
      columns: [
        '',
        'one follower',
        `${counted(FOLLOWERS)} followers`,
        `a CDN asks the publisher, from ${PLACES} places`,
      ],
      rows: [
        [
          'whole dump, once',
          megabytes(day.whole),
          gigabytes(day.whole * FOLLOWERS),
          `${gigabytes(day.whole * PLACES)} for each whole dump`,
        ],
        [
          `packets, ${counted(day.packets)} a day`,
          megabytes(day.packetBytes),
          gigabytes(day.packetBytes * FOLLOWERS),
          gigabytes(day.packetBytes * PLACES),
        ],
        [
          `manifest with 1,000 packets, ${counted(sizes.packedBytes / 1_000)} kB packed (${counted(
            sizes.manifestBytes / 1_000,
          )} kB without), ${counted(day.asked)} times`,
          megabytes(day.manifestBytes),
          gigabytes(day.manifestBytes * FOLLOWERS),
          gigabytes(day.manifestBytes * PLACES),
        ],
        ['requests', counted(day.requests), counted(day.requests * FOLLOWERS), counted(day.requests * PLACES)],
        [
          'per second',
          shown(day.requests / DAY_SECONDS),
          shown((day.requests * FOLLOWERS) / DAY_SECONDS),
          shown((day.requests * PLACES) / DAY_SECONDS),
        ],
      ],
    },
  }
}

/** A day of one follower. */
function dayOf({ wholeBytes, movies, packedBytes, oneRecordBytes, recordBytes }: Sizes) {
  const asked = DAY_SECONDS / settings.followEverySeconds.default
  const packets = Math.min(CHANGES, DAY_SECONDS / settings.publishEvery.default)
  // Each packet has what the smallest one has, and its other records take as much as those in a large one.
  const packetBytes = packets * oneRecordBytes + (CHANGES - packets) * recordBytes
  const manifestBytes = asked * (packedBytes + SIGNATURE_BYTES)
  // The manifest, its signature and a packet.
  const requests = asked + Math.min(asked, packets) * 2
  const whole = (wholeBytes * MOVIES) / movies
  const bytes = packetBytes + manifestBytes + requests * HEAD_BYTES
  return { asked, packets, packetBytes, manifestBytes, requests, whole, bytes }
}
