import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasRole } from '#src/contract/access.ts'
import { isStorable } from '#src/contract/parameters.ts'
import { codeOf } from '#src/contract/signals.ts'
import { ApiError, type StatusName } from '#src/contract/statuses.ts'
import { BeyondEnd } from '#src/pages/components/lists.ts'
import { formTokenField, isFormToken } from '#src/pages/form-token.ts'
import { deletedPage } from '#src/pages/history/deleted.ts'
import { maxPathPart } from '#src/pages/limits.ts'
import { withoutSecrets } from '#src/pages/local-address.ts'
import {
  Download,
  type Page,
  type PageAccess,
  type PageContext,
  PublicDocument,
  PublicPicture,
  Redirect,
  redirect,
  SecretDocument,
  type Upload,
} from '#src/pages/page.ts'
import { fillKeptPlaces } from '#src/pages/records/kept-on-cards.ts'
import { beyondEndPage, pageOfStatus, statusPage } from '#src/pages/status-page.ts'
import { withTyped } from '#src/pages/typed-again.ts'
import type { Viewer } from '#src/pages/viewer.ts'
import { numberOf } from '#src/popularity/counter.ts'
import { isForPrograms } from '../require-key.ts'
import { serveAssets } from './assets.ts'
import { serveDrawnPosters } from './drawn-posters.ts'
import { serveFacets } from './facets.ts'
import { isFromOurPage } from './form-origin.ts'
import { MergedAway } from './merged-away.ts'
import { contextOf, type PageServices } from './page-context.ts'
import { serveSearchField } from './search-field.ts'
import { DOCUMENT_SECONDS, go, sendDocument, sendDownload, sendPicture, show } from './send-page.ts'
import { hasLongField, readForm } from './texts-of.ts'
import { mostBytes, readUpload } from './uploads.ts'
import { anonymousVisit, type Visit, visitOf } from './visit.ts'

/** The pages are a separate application beside the interface: they accept forms, and have their own headers. */
export function mountPages(app: FastifyInstance, services: PageServices, pages: readonly Page[]) {
  serveAssets(app)
  serveDrawnPosters(app, services)
  serveSearchField(app, services)
  serveFacets(app, services)
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
      const form = readForm(body as string)
      done(form ? null : new ApiError('body_too_large'), form)
    })
    await scope.register(multipart)
    scope.decorateRequest('visit', undefined)
    for (const page of pages) {
      scope.route({
        // Fastify's own HEAD routes would be as many routes again.
        method: page.method === 'GET' ? ['GET', 'HEAD'] : page.method,
        url: page.path.replace(/\{(\w+)\}/g, ':$1'),
        config: {
          operation: `${page.method} ${page.path}`,
          isOpen: true,
          isPage: true,
          ...strangersIn(page),
          ...timeFor(page, services),
        },
        bodyLimit: page.bodyLimitBytes,
        exposeHeadRoute: false,
        // Nothing is said of a form, nor is it read, before it is known that its sender may open the page.
        ...(page.access !== 'anyone' && { onRequest: refuseOthers(page, services) }),
        handler: handlerOf(page, services),
      })
    }
  })
}

const strangersIn = ({ isForStrangers }: Page) => (isForStrangers ? { isForStrangers } : {})

/** A file may take as long to arrive as a request may take. */
const timeFor = ({ takesFile, takesLong }: Page, { config }: PageServices) =>
  takesFile || takesLong ? { timeLimitMs: config.requestTimeoutMs + config.handlerTimeoutMs } : {}

function handlerOf(page: Page, services: PageServices) {
  const answer = answerTo(page, services)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!page.takesFile) {
      if (request.isMultipart() && !page.isOneClick) throw new ApiError('unsupported_media_type')
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      return answer(request, reply, form)
    }
    const { form, upload, end } = await readUpload(request, mostBytes(page, services.config))
    try {
      return await answer(request, reply, form, upload)
    } finally {
      await end()
    }
  }
}

/** Leads strangers to the form where they sign in, and refuses whoever may not open a page. */
function refuseOthers({ access }: Page, services: PageServices) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const visit = await visitOf(request, reply, services)
    request.visit = visit
    if (!visit.viewer) return go(reply, visit, signInFirst(request))
    if (!isAllowed(visit.viewer, access))
      return show(request, reply, visit, (context) => statusPage(context, 403, 'forbidden'))
  }
}

/** Answers a request whose form was read; its file, if it has one, can be read. */
function answerTo(page: Page, services: PageServices) {
  return async (request: FastifyRequest, reply: FastifyReply, form: URLSearchParams, upload?: Upload) => {
    const visit = request.visit ?? (await visitOf(request, reply, services))
    const needsToken = page.method === 'POST' && !page.isOneClick
    const isStale = needsToken && !isOurForm(request, form, visit, services.site())
    if (isStale && !(page.keepsForm && isFromOurPage(request, services.site())))
      return show(request, reply, visit, (context) => statusPage(context, 403, 'form_token'))
    const isWrite = page.method === 'POST' && (page.access !== 'anyone' || page.keepsForm)
    if (isWrite) services.writes.take({ account: visit.viewer })
    if (Object.values(request.params as object).some((part: string) => part.length > maxPathPart))
      throw new ApiError('not_found')
    if (hasLongField(page, form)) {
      if (!isForPerson(request)) throw new ApiError('body_too_large')
      return show(request, reply, visit, (context) => withTyped(context, statusPage(context, 413, 'too_long'), form))
    }
    if (!page.form.every((name) => isStorable(form.get(name) ?? '')) && isForPerson(request))
      return show(request, reply, visit, (context) => withTyped(context, statusPage(context, 400, 'bad_request'), form))
    const context = { ...contextOf(page, request, visit, services, form, upload), isStale }
    const answer = await answerOf(page, context)
    if (reply.sent) return reply
    if (answer === undefined) {
      const deleted = await deletedPage(context, page.path)
      if (!deleted || !isForPerson(request)) throw new ApiError('not_found')
      return show(request, reply, visit, () => withTyped(context, deleted, form), context)
    }
    if (answer instanceof Redirect) return go(reply, visit, answer)
    if (answer instanceof Download) return sendDownload(reply, answer)
    if (answer instanceof PublicDocument)
      return sendDocument(request, reply, answer, `public, max-age=${DOCUMENT_SECONDS}`)
    if (answer instanceof PublicPicture) return sendPicture(request, reply, answer)
    if (answer instanceof SecretDocument) return sendDocument(request, reply, answer, 'private, no-store')
    const { about } = answer
    if (about && page.method === 'GET') {
      const by = visit.viewer?.id ?? numberOf(request.ip)
      services.signals?.count('page_view', codeOf(about.of, about.id), by, services.clock().getTime())
    }
    const main = await fillKeptPlaces(context, services.db, answer.main)
    return show(request, reply, visit, () => ({ ...answer, main }), context)
  }
}

async function answerOf(page: Page, context: PageContext) {
  try {
    return await page.handle(context)
  } catch (error) {
    // A merge can be undone, so browsers must not remember where it led.
    if (error instanceof MergedAway) return new Redirect(error.address, undefined, 302)
    if (!(error instanceof BeyondEnd)) throw error
    // This also happens to somebody who has just removed the last entry of the last page.
    return context.notice === undefined ? beyondEndPage(context, error) : redirect(error.address)
  }
}

const isOurForm = (request: FastifyRequest, form: URLSearchParams, visit: Visit, site: string): boolean =>
  isFromOurPage(request, site) && isFormToken(form.get(formTokenField), visit.formSecret)

const signInFirst = ({ method, url }: FastifyRequest) =>
  redirect(method === 'POST' ? '/login' : `/login?next=${encodeURIComponent(withoutSecrets(url))}`)

const isAllowed = ({ role }: Viewer, access: PageAccess): boolean =>
  access === 'anyone' || access === 'account' || hasRole(role, access)

/** Whether a refusal is for a person: a browser asks for a page, and all below `/3` and `/commons` is for programs. */
const isForPerson = ({ url, headers }: FastifyRequest) =>
  !isForPrograms(url) && /\btext\/html\b/i.test(headers.accept ?? '')

/** Answers people with a page where a program gets the status envelope; false for programs. */
export const answersPeople =
  (services: PageServices) =>
  (request: FastifyRequest, reply: FastifyReply, status: StatusName): boolean => {
    if (!isForPerson(request)) return false
    // On a fault of ours the database is not asked, because it may be the cause.
    const isOurs = ['internal_error', 'unavailable', 'maintenance', 'upstream_timeout'].includes(status)
    const stranger = anonymousVisit(request, reply, services)
    const visiting = isOurs ? Promise.resolve(stranger) : visitOf(request, reply, services).catch(() => stranger)
    visiting
      .then((visit) => show(request, reply, visit, (context) => pageOfStatus(context, status)))
      .catch((error) => reply.raw.destroy(error))
    return true
  }
