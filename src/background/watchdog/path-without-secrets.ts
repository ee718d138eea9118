/** A part of a path that is no longer is no secret: the shortest of those have 32 characters. */
const PART_CHARACTERS = 24
const PATH_CHARACTERS = 300

/** The path of an address without its query, and without parts that may be secrets or names of people. */
export function pathWithoutSecrets(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1)
  const isShown = (part: string) => part.length <= PART_CHARACTERS && /^[\w.-]*$/.test(part)
  // Not cut earlier: a part of a secret would be short enough to be shown.
  return path
    .split('/')
    .map((part) => (isShown(part) ? part : '…'))
    .join('/')
    .slice(0, PATH_CHARACTERS)
}
