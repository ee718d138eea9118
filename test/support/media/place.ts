import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { openCatalogue } from '#src/catalogue/open-catalogue.ts'
import { type Config, readConfig } from '#src/config.ts'
import { buildServer } from '#src/http/server.ts'
import { type MediaOptions, openMedia } from '#src/media/media.ts'

/** So that no picture is refused because the machine had other work, but where a test is about that. */
const patientMs = 300_000

/** A data folder of its own with an empty catalogue, and what takes both away. */
export async function openPlace(context: Pick<TestContext, 'after'>, given: Partial<Config> = {}) {
  const data = await mkdtemp(join(tmpdir(), 'reelcommons-media-'))
  const config: Config = {
    ...readConfig({ data, empty: true }, {}).config,
    imageTimeoutMs: patientMs,
    ...given,
  }
  const db = await openCatalogue(config, 'inline')
  const ends: (() => unknown)[] = []
  context.after(async () => {
    for (const end of ends.toReversed()) await end()
    await db.close()
    await rm(data, { recursive: true, force: true })
  })
  return {
    data,
    config,
    db,
    /** The store of pictures; what goes wrong beside a request fails the test. */
    media(options: Partial<MediaOptions> = {}) {
      const media = openMedia({
        db,
        config,
        onError(error) {
          throw error
        },
        ...options,
      })
      ends.push(media.close)
      return media
    },
    server() {
      const app = buildServer({ db, config, clock: () => new Date() })
      ends.push(() => app.close())
      return app
    },
  }
}
