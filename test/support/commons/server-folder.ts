import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { catalogueFile, openDatabase } from '#src/database/open.ts'
import type { TestEngine } from '../engines.ts'

export type Folder = Awaited<ReturnType<typeof openFolder>>

/** The data folder of a server whose processes may be killed; its database is open here as well. */
export async function openFolder(context: TestContext, engine: TestEngine) {
  const data = await mkdtemp(join(tmpdir(), 'reelcommons-server-'))
  context.after(() => rm(data, { recursive: true, force: true, maxRetries: 20 }))
  const location = await engine.clone()
  const isFile = engine.name === 'SQLite'
  if (isFile) await copyFile(location, join(data, catalogueFile))
  const db = await openDatabase(isFile ? data : location, { writes: 'inline' })
  context.after(() => db.close())
  return {
    ...{ db, data, location: isFile ? '' : location },
    words: ['--data', data, ...(isFile ? [] : ['--database', location])],
    catalogue: isFile ? join(data, catalogueFile) : undefined,
  }
}
