import type { Rule } from './code-rules.ts'
import type { Project } from './project.ts'

/** A test that wants something to have happened so often: `assert.ok(found > 20, …)`. */
const counting = /^.*\bassert\.ok\([^\n]{0,200}>=? ?\d.*$/m

/**
 * Random runs may all miss what a test counts at their end: such a test names a seed, or an example in which it happens
 * for certain.
 */
const chance = (project: Project): string[] =>
  project.flatMap(({ path, text }) => {
    if (!path.endsWith('.test.ts') || !/\bfc\.(assert|check)\(/.test(text) || /\b(seed|examples):/.test(text)) return []
    const found = counting.exec(text)
    return found ? [`${path}:${text.slice(0, found.index).split('\n').length} count that hangs on chance`] : []
  })

export const propertyRules: Record<string, Rule> = { 'what random runs have to meet does not hang on chance': chance }
