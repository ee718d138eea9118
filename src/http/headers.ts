import type { FastifyInstance } from 'fastify'

/** Headers of every reply: pages of any site may read it, and no browser guesses its type. */
export const commonHeaders = {
  'access-control-allow-origin': '*',
  'content-security-policy': "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

export function addHeaders(app: FastifyInstance) {
  const headers = { vary: 'Origin, Accept-Encoding, Authorization', ...commonHeaders }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    if (request.method !== 'OPTIONS') return done()
    reply.header('access-control-allow-methods', 'GET, HEAD, POST, DELETE')
    reply.header('access-control-allow-headers', 'authorization, content-type')
    reply.header('access-control-max-age', '86400')
    reply.code(204).send()
  })
}
