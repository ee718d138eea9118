import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { ApiError } from '#src/contract/statuses.ts'
import { readAnswer, startDecoder } from '#src/media/decoder.ts'
import type { Media } from '#src/media/media.ts'
import { nameOf } from '#src/media/names.ts'
import { PictureError } from '#src/media/refusals.ts'
import { maxOfSender, openSenderTime, senderMsPerHour } from '#src/media/sender-time.ts'
import { packageRoot } from '#src/package-root.ts'
import { plain, svg } from '../support/media/bytes.ts'
import { openPlace } from '../support/media/place.ts'

/** A line of many dashes, which takes minutes to draw. */
const endless = svg(`<path stroke="red" stroke-dasharray="1" d="M0 0${'L1 2 300 9'.repeat(60_000)}"/>`)
const reasonOf = (put: Promise<unknown>) =>
  put.then(
    () => 'taken',
    (error) => (error instanceof PictureError ? error.reason : String(error)),
  )

/** The process that reads pictures, when it is there; it is not `other`. */
async function decoderOf(media: Media, other?: number): Promise<number> {
  for (;;) {
    const [pid] = media.state().uploads.pids
    if (pid !== undefined && pid !== other) return pid
    await sleep(5)
  }
}

test('a decoder that hangs or crashes is replaced, and only its picture is refused', async (context) => {
  const place = await openPlace(context, { imageTimeoutMs: 1_500, imageUploads: 1 })
  const media = place.media()
  const hanging = reasonOf(media.put(endless, { gallery: 'logos' }))
  const first = await decoderOf(media)
  assert.equal(await hanging, 'too_slow')

  const good = await plain(30, 45).png().toBuffer()
  const waiting = reasonOf(media.put(endless, { gallery: 'logos' }))
  const pid = await decoderOf(media, first)
  const behind = media.put(good, { gallery: 'posters' })
  await sleep(200)
  process.kill(pid, 'SIGSEGV')
  assert.equal(await waiting, 'damaged')
  assert.equal((await behind).width, 30)
  assert.notEqual(await decoderOf(media, pid), first)
})

test('a decoder that was idle for too long gets no picture while it ends', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const ended = Promise.withResolvers<object>()
  const decoder = startDecoder(1_000, () => {}, ended.resolve)
  assert.equal(decoder.isFree(), true)
  context.mock.timers.tick(60_000)
  assert.equal(decoder.isFree(), false)
  assert.equal(await ended.promise, decoder)
})

/** Opens what it may, then asks for more pictures than are read at once. */
const withoutFiles = `
import { openSync } from 'node:fs'
import { openDecoders } from '#src/media/decoders.ts'
const decoders = openDecoders({ atOnce: 2, imageQueue: 10, imageTimeoutMs: 1_000 })
try { for (;;) openSync('/dev/null') } catch {}
const asked = ['render', 'take', 'take', 'render', 'take'].map((task) => ({ task }))
const made = await Promise.allSettled(asked.map((each) => decoders.run(each)))
console.log(made.map(({ reason }) => reason.name).join(' '), decoders.state().pids.length)`

test('where no process can be started, that is the fault of no picture, and the server goes on', async () => {
  const limited = ['-c', 'ulimit -n 80 && exec "$0" "$@"', process.execPath, '--input-type=module', '-e', withoutFiles]
  const { stdout } = await promisify(execFile)('sh', limited, { cwd: packageRoot })
  assert.equal(stdout, 'DecoderError DecoderError DecoderError DecoderError DecoderError 0\n')
})

test('a drawing that takes too long is tried once, not in every size', async (context) => {
  const place = await openPlace(context, { imageTimeoutMs: 1_500, imageDecoders: 1 })
  const media = place.media()
  const name = nameOf(endless)
  const draft = await media.draft()
  await writeFile(draft, endless)
  await media.store.put(name, draft)
  const asked = ['w92', 'w154', 'w300', 'w500'].map((size) => media.picture(name, size, 'png'))
  const answers = (await Promise.allSettled(asked)).map((answer) => String((answer as PromiseRejectedResult).reason))
  const [tooLong, again] = ['DecoderError: It took too long', 'DecoderError: It could not be drawn a moment ago']
  assert.deepEqual(answers.toSorted(), [again, again, again, tooLong])
})

test('whoever looks at pictures does not wait for those who add some', async (context) => {
  const media = (await openPlace(context, { imageTimeoutMs: 60_000, imageDecoders: 1, imageUploads: 1 })).media()
  const { file_path } = await media.put(await plain(300, 450).png().toBuffer(), { gallery: 'posters' })
  const [first] = media.state().uploads.pids
  const hanging = [1, 2, 3].map(() => reasonOf(media.put(endless, { gallery: 'logos' })))
  while (media.state().uploads.waiting < 2) await sleep(5)
  assert.ok(await media.picture(file_path.slice(1, -4), 'w92', 'jpg'))
  assert.equal(media.state().uploads.waiting, 2)
  void media.close()
  process.kill(first as number, 'SIGKILL')
  assert.equal((await Promise.all(hanging)).filter((reason) => reason === 'taken').length, 0)
})

test('the time of a sender is limited, and that of others is not', async (context) => {
  const now = new Date('2026-03-01T12:00:00Z')
  const media = (await openPlace(context)).media({ clock: () => now })
  const time = openSenderTime(() => now)
  const spend = (sender: string, ms: number) => time.count(sender, async (onWorked) => onWorked(ms))
  const refusalOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error) => (error instanceof ApiError ? `${error.status} ${error.retryAfterSeconds}` : String(error)),
    )
  // The last picture may take more than is left, and what it took too much is paid back.
  assert.equal(await refusalOf(spend('1', senderMsPerHour - 1)), 'done')
  assert.equal(await refusalOf(spend('1', 4_700)), 'done')
  assert.equal(await refusalOf(spend('1', 1)), 'too_many_requests 282')
  assert.equal(await refusalOf(spend('2', 1)), 'done')
  now.setSeconds(now.getSeconds() + 282)
  assert.equal(await refusalOf(spend('1', 1)), 'done')

  const turns = Array.from({ length: maxOfSender }, () => Promise.withResolvers<void>())
  const working = turns.map(({ promise }) => refusalOf(time.count('3', () => promise)))
  assert.equal(await refusalOf(spend('3', 1)), 'too_many_requests 1')
  for (const { resolve } of turns) resolve()
  assert.deepEqual(await Promise.all(working), Array(maxOfSender).fill('done'))
  assert.equal(await refusalOf(spend('3', 1)), 'done')

  const sent = await plain(30, 45).png().toBuffer()
  const senders = Array.from({ length: maxOfSender + 1 }, (_, at) =>
    refusalOf(media.put(Buffer.concat([sent, Buffer.from([at])]), { gallery: 'posters', sender: '7' })),
  )
  assert.deepEqual((await Promise.all(senders)).sort(), [...Array(maxOfSender).fill('done'), 'too_many_requests 1'])
})

test('what a decoder says is believed only where it is an answer', () => {
  const taken = { name: '0'.repeat(31), type: 'jpg', width: 2, height: 3, bytes: 9, colour: '#102030' }
  for (const answer of [{ value: taken }, { value: { bytes: 9 } }, { refusal: 'damaged' }, { fault: 'crashed' }])
    assert.deepEqual(readAnswer(answer), answer)
  const lies = [
    ...[{ name: '../../../../etc/passwd' }, { name: `${'0'.repeat(31)}\n` }, { type: 'html' }, { width: 0 }],
    ...[{ width: 1.5 }, { colour: 'url(x)' }, { bytes: '9' }, { more: 1 }],
  ]
  const others = [undefined, null, 'taken', 7, [], {}, { refusal: '__proto__' }, { value: taken, refusal: 'damaged' }]
  for (const word of [...lies.map((lie) => ({ value: { ...taken, ...lie } })), ...others])
    assert.deepEqual(
      readAnswer(word),
      { fault: 'The decoder sent something that is not an answer' },
      JSON.stringify(word),
    )
})

test('where the disk is nearly full, no picture is taken', async (context) => {
  const media = (await openPlace(context, { imageFreeBytes: 1_125_899_906_842_624 })).media()
  const content = await plain(30, 45).png().toBuffer()
  assert.equal(await reasonOf(media.put(content, { gallery: 'posters' })), 'no_room')
})

test('decoders have the lowest priority, and none of the settings of the server', async (context) => {
  const place = await openPlace(context)
  const media = place.media()
  await media.put(await plain(30, 45).png().toBuffer(), { gallery: 'posters' })
  const pid = await decoderOf(media)
  const environment = (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0').filter(Boolean)
  assert.deepEqual(
    environment.filter((variable) => !/^(VIPS_BLOCK_UNTRUSTED|NODE_CHANNEL_)/.test(variable)),
    [],
  )
  const threads = await readdir(`/proc/${pid}/task`)
  for (const thread of threads) {
    const about = await readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8')
    assert.equal(about.slice(about.lastIndexOf(')') + 2).split(' ')[16], '19', about)
  }
})

test('a picture is resized once, however many ask for it', async (context) => {
  const place = await openPlace(context, { imageDecoders: 1 })
  const media = place.media()
  const app = place.server()
  const { file_path } = await media.put(await plain(300, 450).png().toBuffer(), { gallery: 'posters' })
  media.close()
  const watched = place.media()
  const name = file_path.slice(1, -4)
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, watched.state().viewers.waiting)
  })
  const found = await Promise.all(Array.from({ length: 50 }, () => watched.picture(name, 'w92', 'jpg')))
  assert.equal(new Set(found.map((picture) => picture?.path)).size, 1)
  assert.equal(most, 0)
  await Promise.all(['w92', 'w154', 'w185'].map((size) => watched.picture(name, size, 'webp')))
  clearInterval(watch)
  assert.ok(most > 0)
  assert.equal((await app.inject(`/t/p/w92${file_path}`)).statusCode, 200)
})

test('a queue that is full is answered at once with 503', async (context) => {
  const place = await openPlace(context, { imageDecoders: 1, imageQueue: 2 })
  const { file_path } = await place.media().put(await plain(900, 1_350).png().toBuffer(), { gallery: 'posters' })
  const app = place.server()
  const sizes = ['w45', 'w92', 'w154', 'w185', 'w300', 'w342']
  const replies = await Promise.all(sizes.map((size) => app.inject(`/t/p/${size}${file_path}`)))
  assert.deepEqual(replies.map(({ statusCode }) => statusCode).sort(), [200, 200, 200, 503, 503, 503])
  for (const { statusCode, headers, body } of replies) {
    if (statusCode === 200) continue
    assert.equal(JSON.parse(body).status_code, 9)
    assert.match(String(headers['retry-after']), /^[1-9]\d?$/)
    assert.equal(headers['cache-control'], 'no-store')
  }
  // They are there a moment later.
  for (const size of sizes) assert.equal((await app.inject(`/t/p/${size}${file_path}`)).statusCode, 200)
})

test('an original that cannot be read is a fault of ours, which is told once a minute', async (context) => {
  const place = await openPlace(context)
  const media = place.media()
  const { file_path } = await media.put(await plain(90, 135).png().toBuffer(), { gallery: 'posters' })
  await writeFile((await media.store.fileOf?.(file_path.slice(1, -4))) as string, '\xff\xd8 rubbish')
  const app = place.server()
  for (const _ of [1, 2]) {
    const { statusCode, body } = await app.inject(`/t/p/w92${file_path}`)
    assert.deepEqual([statusCode, JSON.parse(body).status_code], [500, 11])
  }
})

test('the server itself loads nothing that reads pictures', async () => {
  const program = `
    import { createRequire } from 'node:module'
    await import('#src/http/server.ts')
    await import('#src/commands/serve.ts')
    const loaded = Object.keys(createRequire(import.meta.filename ?? process.cwd() + '/x.js').cache)
    console.log(loaded.filter((path) => /node_modules.(sharp|jsdom|dompurify|s3mini|tar)./.test(path)).join())`
  const words = ['--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: packageRoot })
  assert.equal(stdout.trim(), '')
})
