import type { Migratable } from '#src/database/migratable.ts'

/** Migrates and fills a database that others are copied from. */
export type Prepare = ((db: Migratable) => Promise<void>) & { sharedAs?: string }

/**
 * `prepare`, whose template is made once for a run of the tests, under a name. It must not depend on the time. This is
 * apart from what defines tests, because benchmarks fill catalogues in the same way, and are no tests.
 */
export const shared = (sharedAs: string, prepare: Prepare): Prepare => Object.assign(prepare, { sharedAs })
