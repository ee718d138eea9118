import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import type { Gallery } from '#src/catalogue/kinds.ts'
import { statusEnvelope, statuses } from '#src/contract/statuses.ts'
import type { Media } from '#src/media/media.ts'
import { nameIn } from '#src/media/names.ts'
import { PictureError } from '#src/media/refusals.ts'
import {
  maxDrawingDepth,
  maxDrawingElements,
  maxDrawingUses,
  maxDrawnElements,
  maxElementAttributes,
  refuseHeavyDrawing,
} from '#src/media/vector-limits.ts'
import { chunk, gifHeader, moving, movingPng, noise, plain, png, svg } from '../support/media/bytes.ts'
import { openPlace } from '../support/media/place.ts'

const half = (content: Buffer) => content.subarray(0, Math.floor(content.length / 2))
const behind = (content: Buffer, text: string) => Buffer.concat([content, Buffer.from(text)])
const script = '<script>alert(1)</script>'
const xlink = 'viewBox="0 0 200 80" xmlns:xlink="http://www.w3.org/1999/xlink"'

const dots = (count: number) => '<rect width="1" height="1"/>'.repeat(count)
const uses = (count: number) => `<rect fill="${'url(#a)'.repeat(count)}"/>`
const attributes = (count: number) => `<rect ${Array.from({ length: count }, (_, at) => `a${at}=""`).join(' ')}/>`
const nested = (depth: number) => '<g>'.repeat(depth) + '</g>'.repeat(depth)
/** Each of them costs as much as the whole picture. */
const large = 'width="900" height="900"'
const blurred = (count: number) =>
  `<filter id="f"><feGaussianBlur stdDeviation="99"/></filter>${`<rect filter="url(#f)" ${large}/>`.repeat(count)}`
/** Uses a dot 10^`steps` times. */
const powers = (steps: number) =>
  Array.from({ length: steps }, (_, at) => `<g id="a${at + 1}">${`<use href="#a${at}"/>`.repeat(10)}</g>`).join('') +
  '<rect id="a0" width="1" height="1"/>'

/** Files that are refused: what they are, their bytes, why, and for which gallery they come. */
const refused: readonly [name: string, make: () => Buffer | Promise<Buffer>, reason: string, gallery?: Gallery][] = [
  ['nothing', () => Buffer.alloc(0), 'empty'],
  ['a text', () => Buffer.from('hello'), 'unknown_type'],
  ['a page', () => Buffer.from(`<!doctype html><html><body>${script}</body></html>`), 'vector'],
  ['a page as a logo', () => Buffer.from(`<html><body>${script}</body></html>`), 'unknown_type', 'logos'],
  ['a program', () => Buffer.from('\x7fELF\x02\x01\x01'.padEnd(200, '\0'), 'latin1'), 'unknown_type'],
  ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'), 'unknown_type'],
  ['a TIFF, which is a picture', () => plain(8, 8).tiff().toBuffer(), 'unknown_type'],
  ['a script that begins like a GIF', () => Buffer.from('GIF89a=1;alert(1)//'), 'damaged'],
  ['a PNG of 3,600 million pixels', () => png(60_000, 60_000, 1), 'too_many_pixels'],
  ['a WebP of more pixels than are taken', () => plain(1_600, 1_600).webp().toBuffer(), 'too_many_pixels'],
  ['a GIF of 4,294 million pixels', () => gifHeader(65_535, 65_535), 'too_many_pixels'],
  ['a line of a million pixels', () => png(1_000_000, 1, 1), 'too_many_pixels'],
  ['a drawing of 10,000 million pixels', () => svg('', 'width="100000" height="100000"'), 'too_many_pixels', 'logos'],
  ['half a JPEG', async () => half(await noise(64, 64).jpeg().toBuffer()), 'damaged'],
  ['half a PNG', async () => half(await noise(64, 64).png().toBuffer()), 'damaged'],
  ['half a WebP', async () => half(await noise(64, 64).webp().toBuffer()), 'damaged'],
  ['half a drawing', () => half(svg('<rect width="9" height="9"/>'.repeat(9))), 'damaged', 'logos'],
  ['a PNG with lines missing', () => png(64, 64, 3), 'damaged'],
  ['a moving GIF', () => moving('gif', 3), 'too_many_frames'],
  ['a moving WebP', () => moving('webp', 3), 'too_many_frames'],
  ['a moving PNG', () => movingPng(3), 'too_many_frames'],
  ['a drawing as a poster', () => svg('<rect width="9" height="9"/>'), 'vector'],
  ['a packed drawing', () => gzipSync(svg('<rect width="9" height="9"/>')), 'unknown_type', 'logos'],
  [
    'a drawing of entities that grow',
    () => svg('&b;', 'viewBox="0 0 9 9"', '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>'),
    'unsafe',
    'logos',
  ],
  [
    'a drawing that reads a file',
    () => svg('&x;', 'viewBox="0 0 9 9"', '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
    'unsafe',
    'logos',
  ],
  ['a drawing of too many elements', () => svg(dots(maxDrawingElements)), 'too_complex', 'logos'],
  ['a drawing nested too deep', () => svg(nested(maxDrawingDepth)), 'too_complex', 'logos'],
  ['a drawing nested 20,000 deep', () => svg(nested(20_000)), 'too_complex', 'logos'],
  ['a drawing that uses its parts a billion times', () => svg(powers(9)), 'too_complex', 'logos'],
  ['a drawing that uses itself', () => svg('<g id="a"><use href="#a"/></g>'), 'too_complex', 'logos'],
  ['a pattern of itself', () => svg('<pattern id="a"><g fill="url(#a)"/></pattern>'), 'too_complex', 'logos'],
  ['a drawing that refers to a part 140,000 times', () => svg(uses(140_000)), 'too_complex', 'logos'],
  ['one reference too many', () => svg(uses(maxDrawingUses + 1)), 'too_complex', 'logos'],
  ['an element of too many attributes', () => svg(attributes(maxElementAttributes + 1)), 'too_complex', 'logos'],
  ['too many comments', () => svg('<!---->'.repeat(maxDrawingElements)), 'too_complex', 'logos'],
  ['too many instructions', () => svg('<?a?>'.repeat(maxDrawingElements)), 'too_complex', 'logos'],
  ['too many sections', () => svg(`<g>${'<![CDATA[]]>'.repeat(maxDrawingElements)}</g>`), 'too_complex', 'logos'],
  ['a drawing of a few large filters', () => svg(blurred(40), large), 'too_slow', 'logos'],
  ['a drawing of two megabytes', () => svg(' '.repeat(2_000_000)), 'too_many_bytes', 'logos'],
  ['more bytes than a picture may have', () => Buffer.alloc(4_000_001), 'too_many_bytes'],
]

/** Files that are pictures and something else: what they are, their bytes, and what must not be left of them. */
const disarmed: readonly [name: string, make: () => Buffer | Promise<Buffer>, gone: RegExp, gallery?: Gallery][] = [
  ['a JPEG with a page behind it', async () => behind(await plain(8, 8).jpeg().toBuffer(), script), /script|alert/],
  ['a PNG with a page behind it', async () => behind(await plain(8, 8).png().toBuffer(), script), /script|alert/],
  ['a GIF with a packed archive behind it', async () => behind(await plain(8, 8).gif().toBuffer(), 'PK\x03\x04'), /PK/],
  [
    'a PNG with a text that unpacks to a gigabyte',
    () => png(8, 8, 8, [chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(1e8))]))]),
    /zTXt|Comment/,
  ],
  [
    'a JPEG that says where it was taken',
    () =>
      plain(8, 8)
        .withExif({ IFD3: { GPSLatitude: '52/1 31/1 0/1' }, IFD0: { Artist: 'Ann' } })
        .jpeg()
        .toBuffer(),
    /Exif|Ann/,
  ],
  ['a logo with a script', () => svg(`<script>alert(1)</script><rect width="9" height="9"/>`), /script|alert/, 'logos'],
  [
    'a logo that runs when it is seen',
    () => svg('<rect width="9" height="9"/>', 'onload="a()" viewBox="0 0 9 9"'),
    /onload/,
    'logos',
  ],
  [
    'a logo with a page in it',
    () => svg(`<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">hi</p></foreignObject>`),
    /foreign|xhtml/,
    'logos',
  ],
  [
    'a logo that loads a picture',
    () => svg('<image xlink:href="https://evil.example/x.png" width="9" height="9"/>', xlink),
    /image|evil/,
    'logos',
  ],
  [
    'a logo that uses what lies elsewhere',
    () => svg('<use xlink:href="https://evil.example/x.svg#a"/>', xlink),
    /evil/,
    'logos',
  ],
  [
    'a logo that links',
    () => svg('<a href="javascript:alert(1)"><rect width="9" height="9"/></a>'),
    /javascript|<a/,
    'logos',
  ],
  [
    'a logo that changes its links',
    () => svg('<a><animate attributeName="href" to="javascript:alert(1)"/></a>'),
    /animate/,
    'logos',
  ],
  [
    'a logo with a style from elsewhere',
    () => svg('<style>@import url(//evil.example)</style>'),
    /evil|import/,
    'logos',
  ],
  [
    'a logo filled from elsewhere',
    () => svg('<rect style="fill:url(//evil.example#a)" width="9" height="9"/>'),
    /evil/,
    'logos',
  ],
  ['a logo with a hidden style', () => svg('<style>a{fill:u\\72l(//evil.example)}</style>'), /evil/, 'logos'],
  [
    'a logo with an instruction',
    () => svg('', 'viewBox="0 0 9 9"', '<?xml-stylesheet href="//evil.example"?>'),
    /evil/,
    'logos',
  ],
]

describe('files that are made to do harm', () => {
  const ends: (() => unknown)[] = []
  let media: Media
  before(async () => {
    const place = await openPlace(
      { after: (end) => void ends.push(end as () => unknown) },
      { imageBytes: 4_000_000, imagePixels: 2_000_000 },
    )
    media = place.media()
  })
  after(async () => {
    for (const end of ends) await end()
  })

  for (const [name, make, reason, gallery = 'posters'] of refused) {
    test(`${name} is refused: ${reason}`, async () => {
      const error: unknown = await media.put(await make(), { gallery }).then(JSON.stringify, (thrown) => thrown)
      assert.ok(error instanceof PictureError, String(error))
      assert.equal(error.reason, reason)
      // What a program is answered with.
      assert.ok(statuses[error.status][0] >= 400)
      assert.equal(statusEnvelope(error.status).status_code, 47)
    })
  }

  for (const [name, make, gone, gallery = 'posters'] of disarmed) {
    test(`${name} is drawn anew`, async () => {
      const content = await make()
      assert.match(content.toString('latin1'), gone)
      const { file_path } = await media.put(content, { gallery })
      const kept = await readFile((await media.store.fileOf?.(nameIn(file_path) as string)) as string)
      assert.doesNotMatch(kept.toString('latin1'), gone)
    })
  }

  test('a drawing may be as large as its limits say', async () => {
    const used = '<use href="#a"/>'.repeat(maxDrawnElements / 100 - 120)
    const drawings = [
      svg(dots(maxDrawingElements - 1)),
      svg(nested(maxDrawingDepth - 1)),
      svg(`<defs><g id="a">${dots(99)}</g></defs>${used}`),
      svg(uses(maxDrawingUses)),
      svg(attributes(maxElementAttributes)),
      svg('<!---->'.repeat(maxDrawingElements - 1)),
    ]
    for (const drawing of drawings) assert.equal((await media.put(drawing, { gallery: 'logos' })).file_type, '.svg')
  })

  test('reading a drawing takes no more than linear time', () => {
    /** Milliseconds of the processor; what is less than two cannot be told apart. */
    function cost(content: Buffer): number {
      const before = process.cpuUsage()
      refuseHeavyDrawing(content)
      return Math.max(2, process.cpuUsage(before).user / 1_000)
    }
    const least = (make: () => Buffer) => Math.min(...[1, 2, 3].map(() => cost(make())))
    const fillers: Record<string, (length: number) => Buffer> = {
      'blanks in a link': (length) => svg(`<use href="#a${' '.repeat(length)}b"/>`),
      'blanks in a colour': (length) => svg(`<rect fill="#a${' '.repeat(length)}b"/>`),
      'blanks in a reference': (length) => svg(`<rect fill="url(${' '.repeat(length)}#a)"/>`),
      'unfinished references': (length) => svg(`<rect fill="${'url(# '.repeat(length / 6)}"/>`),
      'blanks between attributes': (length) => svg(`<rect${' '.repeat(length)}/>`),
    }
    for (const [name, make] of Object.entries(fillers)) {
      const [small, large] = [least(() => make(8_000)), least(() => make(64_000))]
      assert.ok(large < 30 * small, `${name}: eight times the length costs ${large / small} times as much`)
    }
    // And as long as a drawing may be.
    for (const make of Object.values(fillers)) refuseHeavyDrawing(make(900_000))
  })

  test('colours and the upper side are kept, profiles and other spaces are not', async () => {
    const upright = plain(30, 20).withExif({ IFD0: { Orientation: '6' } })
    const cases: [Promise<Buffer>, Gallery, object][] = [
      [
        upright.withMetadata({ orientation: 6 }).jpeg().toBuffer(),
        'posters',
        { format: 'jpeg', width: 20, height: 30 },
      ],
      [plain(9, 9).withIccProfile('p3').png().toBuffer(), 'posters', { format: 'jpeg', width: 9, height: 9 }],
      [plain(9, 9).toColourspace('cmyk').jpeg().toBuffer(), 'posters', { format: 'jpeg', width: 9, height: 9 }],
      [plain(9, 9).avif().toBuffer(), 'stills', { format: 'jpeg', width: 9, height: 9 }],
      [
        plain(9, 9, { r: 0, g: 0, b: 9, alpha: 0.5 }).webp().toBuffer(),
        'posters',
        { format: 'png', width: 9, height: 9 },
      ],
      [plain(9, 9).jpeg().toBuffer(), 'logos', { format: 'png', width: 9, height: 9 }],
    ]
    for (const [content, gallery, wanted] of cases) {
      const { file_path } = await media.put(await content, { gallery })
      const path = (await media.store.fileOf?.(nameIn(file_path) as string)) as string
      const { format, width, height, space, orientation, hasProfile } = await sharp(path).metadata()
      assert.deepEqual({ format, width, height }, wanted)
      assert.deepEqual({ space, orientation, hasProfile }, { space: 'srgb', orientation: undefined, hasProfile: false })
    }
  })
})
