/** The paths of operations and pictures, however many slashes they have. */
const ofPrograms = /^\/+(?:3|commons|t\/+p)(?:\/|$)/
/** What a path may be written with besides: ASCII letters, digits, slashes and marks that mean nothing in a path. */
const escaped = /%(2[d-f]|3\d|[46][1-9a-f]|[57][0-9a]|5f|7e)/gi
const finding = '/3/find/'
const mayNeedCleaning = /\/[/?#]|\/$|%/

/**
 * The one form of an address that everything behind reads: routes, keys and caches. Programs join addresses of parts
 * and encode them twice or not at all, so operations are found with doubled slashes, with slashes at the end, and with
 * slashes that are encoded. A percent sign that encodes nothing stands for itself, and bytes that are not UTF-8 are
 * Latin-1. Paths of pages stay as they are.
 */
export function cleanAddress(url: string): string {
  if (!mayNeedCleaning.test(url)) return url
  const query = url.indexOf('?')
  const path = query === -1 ? url : url.slice(0, query)
  const parameters = query === -1 ? '' : url.slice(query)
  return cleanPath(path) + (parameters.includes('%') ? parameters.split('&').map(decodable).join('&') : parameters)
}

function cleanPath(written: string): string {
  const path = written.replaceAll(escaped, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
  if (!ofPrograms.test(path)) return written
  const single = path.replaceAll(/\/{2,}/g, '/')
  if (single.startsWith(finding)) return finding + idIn(path)
  return decodable(single.endsWith('/') && single.length > 1 ? single.slice(0, -1) : single)
}

/** What follows `/3/find/`, as one part of a path: ids may begin with a slash and contain some, but do not end so. */
function idIn(path: string): string {
  const id = path.slice(path.indexOf('/', path.indexOf('find')) + 1)
  let [start, end] = [0, id.length]
  while (id.startsWith('%20', start)) start += 3
  for (;;) {
    if (end > start && id[end - 1] === '/') end -= 1
    else if (end - 3 >= start && id.startsWith('%20', end - 3)) end -= 3
    else return decodable(id.slice(start, end)).replaceAll('/', '%2F')
  }
}

/** A text that decodes, whatever its percent signs stand for. */
function decodable(text: string): string {
  if (isDecodable(text)) return text
  const escapes = text.replaceAll(/%(?![0-9a-f]{2})/gi, '%25')
  if (isDecodable(escapes)) return escapes
  return escapes.replaceAll(/%([89a-f][0-9a-f])/gi, (_, code) =>
    encodeURIComponent(String.fromCharCode(Number.parseInt(code, 16))),
  )
}

export function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
