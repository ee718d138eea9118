import { isImportDeclaration, isNamedImports, isStringLiteral } from 'typescript/unstable/ast'
import type { Rule } from './code-rules.ts'
import { importedBy, lineOf, nodesOf, type Project } from './project.ts'

/**
 * What changes something is one value (`src/contract/write.ts`), which operations and forms perform, so that it costs
 * and counts the same for both. These files are still to become so. The list only gets shorter.
 */
export const takingByHand: readonly string[] = ['src/groups/ratings/rate.ts']

/** What only writes and jobs call, by the file that has it: whoever else did would take nothing from any hour. */
const behindWrites: Readonly<Record<string, readonly string[]>> = {
  'src/contributions/lists/items.ts': [...['addItem', 'addItems', 'moveItem', 'removeItem']],
  'src/contributions/lists/lists.ts': [
    ...['changeList', 'createList', 'deleteListRow', 'describeList', 'replaceSecret'],
  ],
  'src/contributions/editing/save.ts': ['saveEdit'],
  'src/contributions/editing/whole.ts': ['editWhole'],
  'src/contributions/reports.ts': ['addReport'],
  'src/contributions/reviews.ts': ['writeReview'],
  'src/contributions/add-image.ts': ['addImage'],
  'src/contributions/images.ts': ['describeImage', 'voteForImage'],
  'src/contributions/tagged-people.ts': ['changePeopleOn'],
  'src/keys/account-keys.ts': ['applyForKey'],
  'src/keys/access-tokens.ts': ['makeToken'],
  'src/kept/calendar-address.ts': ['replaceCalendarAddress'],
  'src/transfer/steps.ts': ['takeFile'],
  'src/contributions/watching/watches.ts': ['addWatch', 'removeWatch'],
  'src/import/edit-lines.ts': ['editByLines'],
}

const isDoor = ({ path }: { path: string }) => /^src\/(groups|pages)\//.test(path) && !path.endsWith('.test.ts')
const purses = 'src/accounts/hourly-limits.ts'

const takenByWrites: Rule = (project) => {
  const taking = project.filter((file) => isDoor(file) && importedBy(file).includes(purses)).map(({ path }) => path)
  const isWhole = project.some(({ path }) => path === purses)
  const settled = isWhole ? takingByHand.filter((path) => !taking.includes(path)) : []
  return [
    ...taking.flatMap((path) => (takingByHand.includes(path) ? [] : `${path} takes from an hour without a write`)),
    ...settled.map((path) => `${path} no longer takes from an hour: test/tidy/write-rules.ts need not name it`),
  ]
}

const doneByWrites: Rule = (project: Project) =>
  project.filter(isDoor).flatMap((file) => {
    const { path, tree } = file
    if (!tree) return []
    return [...nodesOf(tree)].flatMap((node) => {
      if (!isImportDeclaration(node) || !isStringLiteral(node.moduleSpecifier)) return []
      const closed = behindWrites[node.moduleSpecifier.text.replace(/^#/, '')] ?? []
      const named = node.importClause?.namedBindings
      if (!named || !isNamedImports(named)) return []
      return named.elements
        .map((element) => (element.propertyName ?? element.name).text)
        .filter((name) => closed.includes(name))
        .map((name) => `${path}:${lineOf(tree, node.getStart(tree))} import of ${name}, which a write does`)
    })
  })

export const writeRules: Record<string, Rule> = {
  'hourly limits are taken by writes': takenByWrites,
  'what a write does is done by nothing else': doneByWrites,
}
