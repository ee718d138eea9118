import { isImportDeclaration, isNamedImports, isStringLiteral } from 'typescript/unstable/ast'
import type { Rule } from './code-rules.ts'
import { loopRules } from './loop-rules.ts'
import { type File, importedBy, lineOf, nodesOf } from './project.ts'

/** Names that files have, by the path of the file. */
type Names = Readonly<Record<string, readonly string[]>>

/** What only writes and jobs call, by the file that has it: whoever else did would take nothing from any hour. */
const behindWrites: Names = {
  'src/contributions/lists/items.ts': [...['addItem', 'addItems', 'moveItem', 'removeItem']],
  'src/contributions/lists/lists.ts': [
    ...['changeList', 'createList', 'deleteListRow', 'describeList', 'replaceSecret'],
  ],
  'src/contributions/editing/save.ts': ['saveEdit'],
  'src/contributions/editing/decide.ts': [
    ...['acceptEdit', 'answerQuestion', 'askAuthor', 'refuseEdit', 'withdrawEdit'],
  ],
  'src/contributions/editing/merge-and-delete.ts': ['editWhole'],
  'src/contributions/reports.ts': ['addReport', 'answerReports'],
  'src/contributions/reviews.ts': ['writeReview', 'removeReview'],
  'src/contributions/add-image.ts': ['addImage'],
  'src/contributions/images.ts': ['describeImage', 'removeImage', 'restoreImage', 'voteForImage'],
  'src/contributions/moderation.ts': ['judgeList', 'removeReviewAsModerator'],
  'src/contributions/profiles.ts': ['hideProfile', 'showProfile'],
  'src/contributions/record-locks.ts': ['lockRecord', 'unlockRecord'],
  'src/contributions/trusted-members.ts': ['trustMember'],
  'src/contributions/tagged-people.ts': ['changePeopleOn'],
  'src/kept/calendar-address.ts': ['removeCalendarAddress', 'replaceCalendarAddress'],
  'src/kept/player-address.ts': ['noteHeard', 'removePlayerAddress', 'replacePlayerAddress', 'setPlayerUsers'],
  'src/kept-import/steps.ts': ['takeFile'],
  'src/contributions/following/follows.ts': ['addFollow', 'removeFollow'],
  'src/import/edit-lines.ts': ['editByLines'],
  'src/accounts/attempts.ts': ['clearAttempts'],
  'src/accounts/invitations.ts': ['takeInvitation'],
  'src/accounts/recovered.ts': ['noteLook', 'noteRecovery'],
  'src/accounts/recovery.ts': ['setPassword'],
  'src/accounts/sign-up.ts': ['sendVerification', 'setVerified'],
  'src/accounts/factors/challenges.ts': ['keepChallenge', 'takeChallenge'],
  'src/accounts/factors/codes.ts': ['deleteCodes', 'takeRecoveryCode', 'takeTimeCode'],
}

/** Pages have a `Reader`. */
const behindPages: Names = { 'src/database/database.ts': ['Database'] }

const isDoor = ({ path }: File) => /^src\/(groups|pages)\//.test(path) && !path.endsWith('.test.ts')
const isPage = (file: File) => isDoor(file) && file.path.startsWith('src/pages/')
const purses = 'src/accounts/hourly-limits.ts'

/**
 * What changes something is one value (`src/contract/write.ts`), which operations and forms perform, so that it costs
 * and counts the same for both.
 */
const takenByWrites: Rule = (project) =>
  project.filter(isDoor).flatMap((file) => {
    return importedBy(file).includes(purses) ? [`${file.path} takes from an hour without a write`] : []
  })

/** Imports of names that are closed to a file. */
const importsOf = (closed: Names, { path, tree }: File): string[] =>
  [...(tree ? nodesOf(tree) : [])].flatMap((node) => {
    if (!tree || !isImportDeclaration(node) || !isStringLiteral(node.moduleSpecifier)) return []
    const names = closed[node.moduleSpecifier.text.replace(/^#/, '')] ?? []
    const named = node.importClause?.namedBindings
    if (!named || !isNamedImports(named)) return []
    return named.elements
      .map((element) => (element.propertyName ?? element.name).text)
      .filter((name) => names.includes(name))
      .map((name) => `${path}:${lineOf(tree, node.getStart(tree))} import of ${name}, which a write does`)
  })

export const writeRules: Record<string, Rule> = {
  ...loopRules,
  'hourly limits are taken by writes': takenByWrites,
  'pages change something by writes': (project) =>
    project.filter(isPage).flatMap((file) => importsOf(behindPages, file)),
  'what a write does is done by nothing else': (project) =>
    project.filter(isDoor).flatMap((file) => importsOf(behindWrites, file)),
}
