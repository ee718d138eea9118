import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#src/config.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { dayOfFile, idFilesFolder } from '#src/import/id-files.ts'

/** A file of a day never changes, but it is deleted after three months. */
const aDay = 'public, max-age=86400'

/** Serves the daily files of ids at `/p/exports/{file}`. Clients send no key for them. */
export function serveIdFiles(app: FastifyInstance, config: Config) {
  const folder = idFilesFolder(config)
  app.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: '/p/exports/:file',
    config: { operation: 'id_file', isOpen: true },
    exposeHeadRoute: false,
    async handler(request, reply) {
      const { file } = request.params
      const opened = dayOfFile(file) === undefined ? undefined : await open(join(folder, file)).catch(() => undefined)
      if (!opened) throw new ApiError('not_found')
      const { size } = await opened.stat()
      // The time limit has answered meanwhile.
      if (reply.sent || request.method === 'HEAD') await opened.close()
      if (reply.sent) return reply
      reply.type('application/gzip').headers({ 'cache-control': aDay, 'content-length': size })
      return reply.send(request.method === 'HEAD' ? undefined : opened.createReadStream())
    },
  })
}
