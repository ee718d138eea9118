import { crc32, deflateRawSync } from 'node:zlib'

/** A file of an archive; what is said of it may be untrue. */
export type ZipFile = { path: string; content: Buffer | string; statedBytes?: number; isEncrypted?: boolean }

/** The bytes of an archive in the ZIP format, as far as it is needed: deflated files, and nothing that is optional. */
export function zipOf(files: readonly ZipFile[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { path, content, statedBytes, isEncrypted = false } of files) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const name = Buffer.from(path)
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(isEncrypted ? 0x801 : 0x800, 2)
    head.writeUInt16LE(8, 4)
    head.writeUInt32LE(crc32(bytes), 10)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(statedBytes ?? bytes.length, 18)
    head.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), head, name, packed])
    const entry = Buffer.alloc(14)
    entry.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), head, entry, name]))
    parts.push(local)
    offset += local.length
  }
  const end = Buffer.alloc(18)
  const bytes = Buffer.concat(directory)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(bytes.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, bytes, Buffer.from('PK\u0005\u0006'), end])
}
