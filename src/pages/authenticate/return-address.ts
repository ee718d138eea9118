/** The address to which an application wants its user to return. It comes from outside. */

const maxLength = 2_000

/** Domain names, and addresses in place of them. URLs accept much more, including characters that end a directive. */
const hostForm = /^[a-z0-9_]([a-z0-9._-]*[a-z0-9_.])?$|^\[[0-9a-f:.]+\]$/

/** As applications register them: a scheme of their own, and a path. */
const applicationForm = /^[a-z][a-z0-9+.-]+:\//

/**
 * Schemes that look like those of applications but belong to browsers, systems and protocols: they run scripts, open
 * files, or place calls. An application's own scheme contains a dot (RFC 8252, 7.1), or is at least none of these.
 */
const taken: ReadonlySet<string> = new Set(
  `about acap adiumxtra afp applescript blob brave callto chrome cid cifs cmd content data dav devtools edge facetime
  feed file filesystem ftp ftps git gopher hcp help imap intent irc ircs itms its jar javascript jnlp jnlps jscript ldap
  ldaps livescript magnet mailto market mhtml mid mk mms mocha news nfs nntp opera pop powershell rdp res resource
  rtmp rtsp search secondlife sftp shell shortcuts sip sips skype sms smb smsto snews ssh steam svn tel telnet tftp
  urn vbs vbscript vivaldi vnc webcal ws wss wyciwyg xmpp`
    .trim()
    .split(/\s+/),
)
/** Families of such schemes, with one scheme for each use. */
const takenFamilies = /^(chrome|edge|itms|moz|ms|safari|search|view|web|x)[+-]/

/** The address as a browser understands it; undefined if nobody should be sent there. */
export function returnAddress(text: string): URL | undefined {
  // Browsers remove some of these characters and read others as slashes.
  if (text.length > maxLength || /[\p{C}\p{Z}\\]/u.test(text)) return undefined
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return undefined
  const scheme = url.protocol.slice(0, -1)
  if (scheme === 'http' || scheme === 'https')
    return /^https?:\/\/[^/?#@]+([/?#]|$)/i.test(text) && hostForm.test(url.hostname) ? url : undefined
  return applicationForm.test(url.href) && !taken.has(scheme) && !takenFamilies.test(scheme) ? url : undefined
}

/** What a person is told about it: the host, or the scheme of an application. */
export const placeOf = ({ protocol, host }: URL): string => (isOnTheWeb(protocol) ? host : protocol.slice(0, -1))

/** The same as a source of a content policy, which has no form for IPv6 addresses. */
export const formTargetOf = ({ protocol, origin, hostname }: URL): string =>
  isOnTheWeb(protocol) && !hostname.startsWith('[') ? origin : protocol

const isOnTheWeb = (protocol: string) => protocol === 'http:' || protocol === 'https:'

const answerNames = ['request_token', 'approved', 'denied']

/**
 * The address with the answer appended to its query, which otherwise stays the same, without anything that looks like
 * another answer.
 */
export function withAnswer(address: URL, request_token: string, answer: 'approved' | 'denied'): string {
  const url = new URL(address)
  for (const name of answerNames) if (url.searchParams.has(name)) url.searchParams.delete(name)
  const given = new URLSearchParams({ request_token, [answer]: 'true' })
  url.search = url.search === '' ? `?${given}` : `${url.search}&${given}`
  return url.href
}
