import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import type { Media } from '#src/media/media.ts'
import { noise, plain, svg } from '../support/media/bytes.ts'
import { openPlace } from '../support/media/place.ts'

const nobody = '0'.repeat(31)
const forGood = 'public, max-age=31536000, immutable'

type Asked = { method?: 'GET' | 'HEAD' | 'POST'; headers?: Record<string, string> }

describe('pictures at their addresses', () => {
  const ends: (() => unknown)[] = []
  let app: FastifyInstance
  let media: Media
  /** Names of a poster of 900 × 1350, of a small one of 60 × 90, and of a logo that is a drawing of 200 × 80. */
  let poster: string
  let small: string
  let logo: string

  before(async () => {
    const place = await openPlace({ after: (end) => void ends.push(end as () => unknown) })
    app = place.server()
    media = place.media()
    const put = async (content: Buffer, gallery: 'posters' | 'logos') =>
      (await media.put(content, { gallery })).file_path.slice(1, -4)
    poster = await put(await noise(900, 1_350).jpeg().toBuffer(), 'posters')
    small = await put(await plain(60, 90).jpeg().toBuffer(), 'posters')
    logo = await put(svg('<rect width="100" height="80" fill="#c00"/>'), 'logos')
  })
  after(async () => {
    for (const end of ends) await end()
  })

  const ask = (url: string, { method = 'GET', headers = {} }: Asked = {}) => app.inject({ url, method, headers })
  const seen = async (url: string, asked?: Asked) => {
    const { statusCode, headers, rawPayload } = await ask(url, asked)
    assert.equal(statusCode, 200, url)
    const { width, height } = await sharp(rawPayload).metadata()
    return [headers['content-type'], width, height]
  }

  test('every size has its width or height, and enlarges nothing but drawings of lines', async () => {
    const sizes: [address: string, type: string, width: number, height: number][] = [
      [`w45/${poster}.jpg`, 'image/jpeg', 45, 68],
      [`w92/${poster}.jpg`, 'image/jpeg', 92, 138],
      [`w154/${poster}.jpg`, 'image/jpeg', 154, 231],
      [`w185/${poster}.jpg`, 'image/jpeg', 185, 278],
      [`w300/${poster}.jpg`, 'image/jpeg', 300, 450],
      [`w342/${poster}.jpg`, 'image/jpeg', 342, 513],
      [`w500/${poster}.jpg`, 'image/jpeg', 500, 750],
      [`w780/${poster}.jpg`, 'image/jpeg', 780, 1_170],
      [`w1280/${poster}.jpg`, 'image/jpeg', 900, 1_350],
      [`h632/${poster}.jpg`, 'image/jpeg', 421, 632],
      [`original/${poster}.jpg`, 'image/jpeg', 900, 1_350],
      [`w500/${small}.jpg`, 'image/jpeg', 60, 90],
      // What programs write into their sources.
      [`w300_and_h450_face/${poster}.jpg`, 'image/jpeg', 300, 450],
      [`w600_and_h900_bestv2/${poster}.jpg`, 'image/jpeg', 500, 750],
      [`w220_and_h330_face/${poster}.jpg`, 'image/jpeg', 185, 278],
      [`w300_and_h300_multi_faces/${poster}.jpg`, 'image/jpeg', 300, 300],
      [`w780_and_h439_multi_faces_filter(duotone,00192f,00baff)/${poster}.jpg`, 'image/jpeg', 780, 439],
      [`w500_filter(blur)/${poster}.jpg`, 'image/jpeg', 500, 750],
      [`w200/${poster}.jpg`, 'image/jpeg', 185, 278],
      [`w400/${poster}.jpg`, 'image/jpeg', 342, 513],
      [`w600/${poster}.jpg`, 'image/jpeg', 500, 750],
      [`w1000/${poster}.jpg`, 'image/jpeg', 780, 1_170],
      [`h450/${poster}.jpg`, 'image/jpeg', 300, 450],
      [`w500/${logo}.png`, 'image/png', 500, 200],
      [`original/${logo}.png`, 'image/png', 200, 80],
      [`original/${logo}.svg`, 'image/svg+xml', 200, 80],
      [`w45/${logo}.svg`, 'image/svg+xml', 200, 80],
    ]
    for (const [address, ...wanted] of sizes) assert.deepEqual(await seen(`/t/p/${address}`), wanted, address)
  })

  test('a picture comes in the format of the address, or in a smaller one that the client names', async () => {
    const browser = 'image/avif,image/webp,image/png,*/*;q=0.8'
    const formats: [address: string, accept: string, type: string][] = [
      [`w92/${poster}.png`, '*/*', 'image/png'],
      [`w92/${poster}.webp`, '*/*', 'image/webp'],
      [`w92/${poster}.avif`, 'image/jpeg', 'image/avif'],
      [`w92/${poster}.jpg`, browser, 'image/webp'],
      [`w92/${poster}.jpg`, 'image/avif', 'image/avif'],
      [`w92/${poster}.jpg`, 'image/webp;q=0, image/*', 'image/jpeg'],
      [`w92/${logo}.png`, browser, 'image/webp'],
      [`w92/${logo}.jpg`, '*/*', 'image/jpeg'],
      [`original/${poster}.jpg`, browser, 'image/jpeg'],
      [`original/${poster}.png`, browser, 'image/png'],
      [`original/${logo}.svg`, browser, 'image/svg+xml'],
    ]
    for (const [address, accept, type] of formats) {
      const [found] = await seen(`/t/p/${address}`, { headers: { accept } })
      assert.equal(found, type, `${address} for ${accept}`)
    }
  })

  test('a picture stays for good, is sent once, and in parts', async () => {
    const address = `/t/p/w92/${poster}.jpg`
    const whole = await ask(address)
    const { etag, 'content-length': length } = whole.headers
    assert.match(String(etag), /^"[0-9a-f]{32}"$/)
    const shown = ({ headers }: typeof whole) => ({
      type: headers['content-type'],
      control: headers['cache-control'],
      vary: headers.vary,
      guess: headers['x-content-type-options'],
      origin: headers['access-control-allow-origin'],
    })
    const wanted = { type: 'image/jpeg', control: forGood, vary: 'Accept', guess: 'nosniff', origin: '*' }
    assert.deepEqual(shown(whole), wanted)

    const head = await ask(address, { method: 'HEAD' })
    assert.deepEqual([head.statusCode, head.body, head.headers['content-length']], [200, '', length])
    assert.deepEqual(shown(head), wanted)

    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await ask(address, { headers: { 'if-none-match': String(known) } })
      assert.deepEqual([again.statusCode, again.body, again.headers.etag], [304, '', etag], String(known))
      assert.equal(again.headers['cache-control'], forGood)
    }
    assert.equal((await ask(address, { headers: { 'if-none-match': '"other"' } })).statusCode, 200)

    const bytes = whole.rawPayload.length
    const parts: [headers: Record<string, string>, http: number, range: string | undefined, part: Buffer][] = [
      [{ range: 'bytes=0-9' }, 206, `bytes 0-9/${bytes}`, whole.rawPayload.subarray(0, 10)],
      [{ range: 'bytes=10-' }, 206, `bytes 10-${bytes - 1}/${bytes}`, whole.rawPayload.subarray(10)],
      [{ range: 'bytes=-5' }, 206, `bytes ${bytes - 5}-${bytes - 1}/${bytes}`, whole.rawPayload.subarray(-5)],
      [{ range: 'bytes=0-99999999' }, 206, `bytes 0-${bytes - 1}/${bytes}`, whole.rawPayload],
      [{ range: 'bytes=0-1,4-5' }, 200, undefined, whole.rawPayload],
      [{ range: 'bytes=9-1' }, 200, undefined, whole.rawPayload],
      [{ range: 'pages=1' }, 200, undefined, whole.rawPayload],
      [{ range: 'bytes=0-9', 'if-range': String(etag) }, 206, `bytes 0-9/${bytes}`, whole.rawPayload.subarray(0, 10)],
      [{ range: 'bytes=0-9', 'if-range': '"other"' }, 200, undefined, whole.rawPayload],
    ]
    for (const [headers, http, range, part] of parts) {
      const reply = await ask(address, { headers })
      const text = JSON.stringify(headers)
      assert.deepEqual([reply.statusCode, reply.headers['content-range']], [http, range], text)
      assert.deepEqual(reply.rawPayload, part, text)
    }
    for (const range of [`bytes=${bytes}-`, 'bytes=-0']) {
      const beyond = await ask(address, { headers: { range } })
      assert.deepEqual([beyond.statusCode, beyond.headers['content-range']], [416, `bytes */${bytes}`])
      assert.equal(beyond.json().status_code, 47)
    }
  })

  test('a large original is sent in parts from the disk, under its digest', async () => {
    const { file_path } = await media.put(await noise(1_500, 1_500).jpeg({ quality: 100 }).toBuffer(), {
      gallery: 'posters',
    })
    const whole = await ask(`/t/p/original${file_path}`)
    assert.ok(whole.rawPayload.length > 1_048_576)
    const part = await ask(`/t/p/original${file_path}`, { headers: { range: 'bytes=1000000-1000009' } })
    assert.deepEqual(part.rawPayload, whole.rawPayload.subarray(1_000_000, 1_000_010))
    assert.equal(part.headers.etag, whole.headers.etag)
    const head = await ask(`/t/p/original${file_path}`, { method: 'HEAD' })
    assert.equal(head.headers['content-length'], String(whole.rawPayload.length))
  })

  test('a drawing of lines may do nothing, wherever it is opened', async () => {
    const { headers } = await ask(`/t/p/original/${logo}.svg`)
    assert.match(String(headers['content-security-policy']), /^default-src 'none'(;|$)/)
    assert.equal(headers['x-content-type-options'], 'nosniff')
  })

  test('what is no address of a picture is not found', async () => {
    const addresses = [
      ...[`/t/p/wide/${poster}.jpg`, `/t/p/W500/${poster}.jpg`, `/t/p/0/${poster}.jpg`, `/t/p/__proto__/${poster}.jpg`],
      ...[`/t/p/w500/${poster}`, `/t/p/w500/${poster}.gif`, `/t/p/w500/${poster}.jpg.png`, `/t/p/w500/.jpg`],
      ...[`/t/p/w500/${poster}.svg`, `/t/p/w500/${nobody}.jpg`, `/t/p/w500/${poster.toUpperCase()}.jpg`],
      ...['/t/p/w500/..%2f..%2fcatalogue.sqlite', '/t/p/..%2foriginals/x.jpg', '/t/p/w500/%2e%2e/%2e%2e/x.jpg'],
      ...[`/t/p/original/${poster}.jpg%00.png`, `/t/p/w500//${poster}.jpg`, '/t/p/w500', '/t/p/', '/t/p'],
      ...[
        `/t/p/original/${poster.slice(0, 2)}%2f${poster}`,
        '/t/p/original/C:%5cx.jpg',
        `/t/p/w500/${'a'.repeat(5_000)}`,
      ],
    ]
    for (const address of addresses) {
      const reply = await ask(address)
      assert.equal(reply.statusCode, 404, address)
      assert.deepEqual(reply.json().status_code, 34, address)
      assert.equal(reply.headers['cache-control'], 'no-store')
    }
    assert.equal((await ask(`/t/p/w500/${poster}.jpg`, { method: 'POST' })).statusCode, 404)
  })
})
