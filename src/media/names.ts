import { hash } from 'node:crypto'
import { nameOfDigest } from '#src/files/content-names.ts'

/** The name of a picture is the digest of its original. */
export const nameOf = (content: Buffer | string): string => nameOfDigest(hash('sha256', content))

/** How originals are stored: photographs, pictures with transparency, and vector drawings. */
export const originalTypes = ['jpg', 'png', 'svg'] as const
export type OriginalType = (typeof originalTypes)[number]

/** How pictures are sent, and their content types. */
export const contentTypes = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
} as const
export type Format = keyof typeof contentTypes

const filePattern = /^([0-9a-z]{31})\.(jpg|png|webp|avif|svg)$/

/** The name and the format in the last part of an address; undefined if it is none of our names. */
export function readFileName(file: string): { name: string; format: Format } | undefined {
  const [, name, format] = filePattern.exec(file) ?? []
  return name === undefined ? undefined : { name, format: format as Format }
}

/** The name in a `file_path`; undefined if the path is none of ours. */
export const nameIn = (file_path: string): string | undefined =>
  file_path.startsWith('/') ? readFileName(file_path.slice(1))?.name : undefined

/** Replies name a vector drawing by its PNG form, which exists beside it. */
export const filePathOf = (name: string, type: OriginalType): string => `/${name}.${type === 'svg' ? 'png' : type}`

/** The type of an original by its first bytes. We have written it, so a few of them are enough. */
export function originalTypeOf(start: Buffer): OriginalType {
  if (start[0] === 0xff) return 'jpg'
  return start[0] === 0x89 ? 'png' : 'svg'
}
