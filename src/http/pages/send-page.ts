import type { FastifyReply, FastifyRequest } from 'fastify'
import { COMPRESS_FROM_BYTES, compress } from '#src/cache/encoding.ts'
import { layout } from '#src/pages/layout.ts'
import { withoutSecrets } from '#src/pages/local-address.ts'
import type {
  Download,
  PageContext,
  PageView,
  PublicDocument,
  PublicPicture,
  Redirect,
  SecretDocument,
} from '#src/pages/page.ts'
import { addressIn, stayingInLanguage } from '#src/pages/stay-in-language.ts'
import { acceptsGzip } from '../negotiation.ts'
import { setPageHeaders } from './headers.ts'
import { forGood, prepare, sendPlain, sendServed } from './static-content.ts'
import { renderContextOf, type Visit } from './visit.ts'

// The time limit may have answered already. Then nothing more is sent, because the framework would log the address of
// the request, and addresses contain tokens.

export function go(reply: FastifyReply, visit: Visit, { location, notice, http }: Redirect) {
  if (reply.sent) return reply
  if (notice) visit.set('notice', notice)
  const { staysIn } = visit
  const isHere = location.startsWith('/')
  const bare = isHere ? withoutSecrets(location) : location
  const to = staysIn && isHere ? addressIn(staysIn, bare) : bare
  return reply.code(http).header('cache-control', 'private, no-store').header('location', to).send()
}

export function sendDownload(reply: FastifyReply, { name, type, content }: Download) {
  if (reply.sent) return reply
  setPageHeaders(reply)
  return reply.header('content-disposition', `attachment; filename="${name}"`).type(type).send(content)
}

/** How long others may cache what is the same for everybody. */
export const DOCUMENT_SECONDS = 300

export async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, content }: PublicDocument | SecretDocument,
  caching: string,
) {
  const served = await prepare(type, Buffer.from(content))
  if (reply.sent) return reply
  // Programs need no cookie, and a cached copy must not bring one to others.
  reply.removeHeader('set-cookie')
  return sendServed(request, reply, served, caching)
}

/** Pictures are compressed already. */
export function sendPicture(request: FastifyRequest, reply: FastifyReply, picture: PublicPicture) {
  if (reply.sent) return reply
  const { type, content, isForGood } = picture
  reply.removeHeader('set-cookie')
  return sendPlain(request, reply, { type, content }, isForGood ? forGood : `public, max-age=${DOCUMENT_SECONDS}`)
}

export async function show(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: Visit,
  render: (context: PageContext | ReturnType<typeof renderContextOf>) => PageView,
  context = renderContextOf(request, visit),
) {
  if (reply.sent) return reply
  const view = render(context)
  const made = layout(context, view)
  const document = visit.staysIn ? stayingInLanguage(made, visit.staysIn) : made
  if (visit.notice !== undefined) visit.set('notice', '')
  setPageHeaders(reply, view)
  reply.code(view.http ?? 200).type('text/html; charset=utf-8')
  if (view.retryAfterSeconds !== undefined) reply.header('retry-after', view.retryAfterSeconds)
  if (document.length < COMPRESS_FROM_BYTES || !acceptsGzip(request.headers['accept-encoding']))
    return reply.send(document)
  const compressed = await compress(document)
  return reply.sent ? reply : reply.header('content-encoding', 'gzip').send(compressed)
}
