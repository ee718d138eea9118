import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as limits from './limits.ts'
import { firstOfIndex, indexPath, isImmutable, isPublishedPath, packetPath, partPath, picturePath } from './names.ts'
import { FormatError, readIndex, readManifest, readPacketHead } from './read.ts'
import { canonical, Manifest, PacketIndex } from './schemas.ts'
import * as keys from './signatures.ts'

const key = keys.makePrivateKey()
const time = '2026-11-29T12:00:00.000Z'
const sha256 = 'ab'.repeat(32)
const packet = (number: number) => ({
  path: packetPath(number),
  ...{ number, position: number * 10, bytes: 5, lines: 2, sha256, time },
})
const sample = (): Manifest => ({
  format: 1,
  instance: { name: 'Films', address: 'https://films.example', public_key: keys.publicKeyOf(key) },
  keys: [],
  incarnation: 'abc',
  ...{ position: 20, time, valid_until: '2026-12-06T12:00:00.000Z' },
  sources: [{ id: 'club', name: 'Film club', licence: 'CC0-1.0', url: '', attribution: '', rank: 20 }],
  whole: {
    ...{ position: 10, time, packet: 1, unpacked: 99 },
    parts: [{ path: partPath('10', 'movie', 0), kind: 'movie', bytes: 9, lines: 1, sha256 }],
  },
  packets: { first: 1, last: 2, indexes: [], newest: [packet(1), packet(2)] },
})

const bytesOf = (manifest: object) => Buffer.from(canonical(Manifest, manifest))
const signed = (bytes: Buffer, by = key) => Buffer.from(`${keys.signatureOf(bytes, by)}\n`)
const read = (manifest: object, by = key) => readManifest(bytesOf(manifest), signed(bytesOf(manifest), by))
const refused = (work: () => unknown, message: RegExp) =>
  assert.throws(work, (error) => error instanceof FormatError && message.test(error.message))

test('a manifest is written in one way, and read again', () => {
  const manifest = sample()
  assert.deepEqual(read(manifest), manifest)
  const turned = Object.fromEntries(Object.entries({ ...manifest, more: 1 }).reverse())
  assert.deepEqual(bytesOf(turned), bytesOf(manifest))
  assert.match(bytesOf(manifest).toString(), /^\{"format":1,"instance":\{"name":"Films",[^\n]*\}\n$/)
  assert.deepEqual(
    read({ ...manifest, whole: null, packets: { first: 0, last: 0, indexes: [], newest: [] } }).whole,
    null,
  )
})

test('unknown properties of a manifest are ignored', () => {
  const bytes = Buffer.from(JSON.stringify({ ...sample(), flavour: 'new' }))
  assert.equal(readManifest(bytes, signed(bytes)).position, 20)
})

test('a manifest is refused where its signature, its keys or its form are wrong', () => {
  const manifest = sample()
  const bytes = bytesOf(manifest)
  refused(() => read(manifest, keys.makePrivateKey()), /signature of the manifest is wrong/)
  refused(() => readManifest(bytes, Buffer.from('')), /signature of the manifest is wrong/)
  refused(() => readManifest(bytes, Buffer.from('!'.repeat(88))), /signature of the manifest is wrong/)
  refused(() => readManifest(bytes, Buffer.alloc(limits.signatureBytes + 1, 'A')), /too long/)
  const changed = Buffer.from(bytes.toString().replace('Films', 'Filme'))
  refused(() => readManifest(changed, signed(bytes)), /signature of the manifest is wrong/)
  refused(() => readManifest(Buffer.from([0x22, 0xff, 0x22]), signed(bytes)), /not UTF-8/)
  refused(() => readManifest(Buffer.from('{'), signed(bytes)), /not JSON/)
  for (const other of ['null', '[]', '7', '{}'])
    refused(() => readManifest(Buffer.from(other), signed(bytes)), /not valid/)
  refused(() => read({ ...manifest, format: 2 }), /has format 2, and this version reads up to format 1/)
  refused(() => read({ ...manifest, position: 2 ** 60 }), /position/)
  refused(() => read({ ...manifest, valid_until: 'tomorrow' }), /valid_until/)
  refused(() => read({ ...manifest, instance: { ...manifest.instance, name: 'a\u202eb' } }), /instance\.name/)
  refused(() => read({ ...manifest, instance: { ...manifest.instance, address: 'javascript:1' } }), /instance\.address/)
})

test('each limit of a manifest is one', () => {
  const manifest = sample()
  refused(() => readManifest(Buffer.alloc(limits.maxManifestBytes + 1, ' '), Buffer.alloc(0)), /are allowed/)
  const many = <Item>(count: number, item: Item) => Array.from({ length: count }, () => item)
  refused(() => read({ ...manifest, sources: many(limits.maxSources + 1, manifest.sources[0]) }), /sources/)
  const { whole, packets } = manifest
  refused(() => read({ ...manifest, whole: { ...whole, parts: many(limits.maxParts + 1, whole?.parts[0]) } }), /parts/)
  const big = { ...whole?.parts[0], bytes: limits.maxPartBytes + 1 }
  refused(() => read({ ...manifest, whole: { ...whole, parts: [big] } }), /whole\.parts\.0\.bytes/)
  const newest = Array.from({ length: limits.maxNewest + 1 }, (_, at) => packet(at + 1))
  refused(() => read({ ...manifest, packets: { ...packets, newest } }), /newest/)
  for (const over of [
    { bytes: limits.maxPacketBytes + 1 },
    { lines: limits.maxPacketLines + 1 },
    { number: limits.maxPacketNumber + 1 },
  ])
    refused(() => read({ ...manifest, packets: { ...packets, newest: [{ ...packet(2), ...over }] } }), /newest\.0/)
  const change = keys.keyChange(key, key)
  refused(() => read({ ...manifest, keys: many(limits.maxKeys + 1, change) }), /keys/)
})

test('the packets of a manifest follow one another', () => {
  const manifest = sample()
  const withPackets = (newest: object[], last = 2) =>
    read({ ...manifest, packets: { first: 1, last, indexes: [], newest } })
  refused(() => withPackets([packet(2), packet(1)], 1), /does not follow/)
  refused(() => withPackets([packet(1), packet(3)], 3), /packet 3 does not follow 1/)
  refused(() => withPackets([packet(1)], 2), /not the last/)
  refused(() => withPackets([{ ...packet(2), path: packetPath(3) }]), /wrong path/)
  refused(() => withPackets([packet(1), { ...packet(2), position: 1 }]), /lower position/)
  refused(() => withPackets([{ ...packet(2), path: '../../key.json' }]), /path/)
})

test('keys that rotate are a chain, and the instance stays the same', () => {
  const [second, third] = [keys.makePrivateKey(), keys.makePrivateKey()]
  const instance = { ...sample().instance, public_key: keys.publicKeyOf(third) }
  const rotated = { ...sample(), instance, keys: [keys.keyChange(key, second), keys.keyChange(second, third)] }
  const manifest = read(rotated, third)
  assert.equal(keys.instanceIdOf(manifest), keys.instanceIdOf(sample()))
  assert.equal(keys.isKnownBy(manifest, keys.publicKeyOf(second)), true)
  assert.equal(keys.isKnownBy(manifest, keys.publicKeyOf(keys.makePrivateKey())), false)
  const broken = /do not follow from one another/
  refused(() => read({ ...rotated, keys: [keys.keyChange(key, second)] }, third), broken)
  refused(() => read({ ...rotated, keys: rotated.keys.toReversed() }, third), broken)
  const stolen = { ...keys.keyChange(second, third), public_key: keys.publicKeyOf(key) }
  refused(() => read({ ...rotated, keys: [stolen] }, third), broken)
})

test('a key is a text, and nothing else is one', () => {
  assert.equal(keys.publicKeyOf(keys.readPrivateKey(keys.textOfPrivateKey(key))), keys.publicKeyOf(key))
  assert.throws(() => keys.readPrivateKey('none'))
  const bytes = Buffer.from('words')
  assert.equal(keys.isSignedBy(bytes, keys.signatureOf(bytes, key), 'short'), false)
})

test('a fingerprint is shown in groups of four, and read in any', () => {
  const id = keys.instanceIdOf(sample())
  const shown = keys.fingerprintOf(id)
  assert.match(shown, /^([0-9a-f]{4} ){7}[0-9a-f]{4}$/)
  assert.equal(keys.instanceIdFrom(shown.toUpperCase()), id)
  assert.equal(keys.instanceIdFrom(shown.replaceAll(' ', '-')), id)
  for (const other of ['', id.slice(1), `${id}0`, 'z'.repeat(32)]) assert.equal(keys.instanceIdFrom(other), undefined)
  assert.equal(keys.sourceIdOf(id, 'club'), `${id.slice(0, 16)}:club`)
})

test('files have names, and nothing else is handed out', () => {
  assert.equal(packetPath(12_345), 'changes/000/012/345.ndjson.zst')
  assert.equal(packetPath(limits.maxPacketNumber), 'changes/999/999/999.ndjson.zst')
  assert.equal(indexPath(12_345), 'changes/000/012/index.json')
  assert.equal(firstOfIndex(12_345), 12_000)
  assert.equal(partPath('77', 'movie', 3), 'whole/77/movie-003.ndjson.zst')
  const picture = picturePath(sha256, 'jpg')
  assert.equal(picture, `pictures/ab/ab/${sha256}.jpg`)
  for (const path of [packetPath(1), indexPath(1), partPath('7-0a1b2c3d', 'gone', 0), picture]) {
    assert.equal(isImmutable(path), true, path)
    assert.equal(isPublishedPath(path), true, path)
  }
  assert.equal(isImmutable('manifest.json'), false)
  assert.equal(isPublishedPath('manifest.sig'), true)
  for (const path of [
    '',
    '../manifest.json',
    'whole/7/../movie-000.ndjson.zst',
    'whole/7/user-000.ndjson.zst',
    'key.pem',
  ])
    assert.equal(isPublishedPath(path), false, path)
})

test('an index has packets in their order', () => {
  const { path: _path, ...facts } = packet(1)
  const index = (value: object[]) => readIndex(Buffer.from(canonical(PacketIndex, value)))
  assert.deepEqual(index([facts]), [packet(1)])
  refused(() => index([facts, facts]), /out of order/)
  refused(() => index([{ ...facts, sha256: 'none' }]), /sha256/)
  refused(() => readIndex(Buffer.alloc(limits.maxIndexBytes + 1, ' ')), /are allowed/)
})

test('the first line of a packet says which one it is', () => {
  const head = {
    kind: 'packet',
    number: 2,
    position: 20,
    incarnation: 'abc',
    before: { number: 1, position: 10, sha256 },
  }
  assert.deepEqual(readPacketHead(JSON.stringify(head)), head)
  assert.equal(readPacketHead(JSON.stringify({ ...head, before: null })).before, null)
  refused(() => readPacketHead('{"kind":"movie","id":7}'), /first line of the packet/)
  refused(() => readPacketHead(JSON.stringify({ ...head, number: 0 })), /number/)
  refused(() => readPacketHead(' '.repeat(limits.maxPublishedLineBytes + 1)), /too long/)
})
