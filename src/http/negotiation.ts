/** Weak comparison, as If-None-Match wants it. */
export const matches = (header: string | undefined, etag: string) =>
  header
    ?.split(',')
    .some((candidate) => candidate.trim() === '*' || candidate.trim().replace(/^W\//, '') === etag.slice(2))

/** A header that names no content type accepts any. */
export function acceptsJson(header: string | undefined): boolean {
  if (header === undefined) return true
  const types = header
    .toLowerCase()
    .split(',')
    .filter((type) => /^\s*\*|\//.test(type))
  const isJson = (type: string) =>
    /^\s*(\*(\/\*)?|application\/\*|[^;]*json)\s*(;|$)/.test(type) && !/;\s*q=0(\.0*)?\s*$/.test(type)
  return types.length === 0 || types.some(isJson)
}

export function acceptsGzip(header: string | string[] | undefined): boolean {
  if (header === undefined) return false
  const accepted = String(header)
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .find((coding) => /^(gzip|x-gzip|\*)(;|$)/.test(coding))
  return accepted !== undefined && !/;\s*q=0(\.0*)?$/.test(accepted)
}
