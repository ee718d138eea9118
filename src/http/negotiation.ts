import { remember } from '#src/database/remember.ts'

/** Weak comparison, as If-None-Match wants it. */
export const matches = (header: string | undefined, etag: string) =>
  header
    ?.split(',')
    .some((candidate) => candidate.trim() === '*' || candidate.trim().replace(/^W\//, '') === etag.slice(2))

/** Header values of clients whose meaning is remembered. */
const HEADERS = 100

/** A header that names no content type accepts any. */
export const acceptsJson = (header: string | undefined): boolean => header === undefined || namesJson(header)

const namesJson = remember(HEADERS, (header) => {
  const types = header
    .toLowerCase()
    .split(',')
    .filter((type) => /^\s*\*|\//.test(type))
  const isJson = (type: string) => {
    const [name = ''] = type.split(';', 1)
    return /^(\*(\/\*)?|application\/\*|.*json)$/.test(name.trim()) && !/;\s*q=0(\.0*)?\s*$/.test(type)
  }
  return types.length === 0 || types.some(isJson)
})

export const acceptsGzip = (header: string | string[] | undefined): boolean =>
  header !== undefined && namesGzip(String(header))

const namesGzip = remember(HEADERS, (header) => {
  const accepted = header
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .find((coding) => /^(gzip|x-gzip|\*)(;|$)/.test(coding))
  return accepted !== undefined && !/;\s*q=0(\.0*)?$/.test(accepted)
})
