import { isIdentifier, isImportDeclaration, isNamedImports, isStringLiteral } from 'typescript/unstable/ast'
import type { Rule } from './code-rules.ts'
import { importedBy, lineOf, nodesOf, type Project } from './project.ts'

/**
 * What changes something is one value (`src/contract/write.ts`), which operations and forms perform, so that it costs
 * and counts the same for both. These files are still to become so. The list only gets shorter.
 */
export const takingByHand: readonly string[] = ['src/groups/ratings/rate.ts']

/**
 * Pages have a database to read, and change something through writes. These still change it themselves, with what
 * `context.writable` gives them. The list only gets shorter.
 */
export const writingByHand: readonly string[] = [
  'src/pages/account/after-sign-in.ts',
  'src/pages/account/code.ts',
  'src/pages/account/forgotten-password.ts',
  'src/pages/account/passkey.ts',
  'src/pages/account/sign-in.ts',
  'src/pages/account/sign-up.ts',
  'src/pages/account/verify.ts',
  'src/pages/admin/account.ts',
  'src/pages/admin/fill/import.ts',
  'src/pages/admin/fill/overview.ts',
  'src/pages/admin/invitations.ts',
  'src/pages/admin/matches.ts',
  'src/pages/admin/setup.ts',
  'src/pages/authenticate/index.ts',
  'src/pages/choose-language.ts',
  'src/pages/following/mails.ts',
  'src/pages/history/moments.ts',
  'src/pages/keys/administration.ts',
  'src/pages/keys/languages.ts',
  'src/pages/keys/notifications.ts',
  'src/pages/keys/stop.ts',
  'src/pages/settings/access.ts',
  'src/pages/settings/applications.ts',
  'src/pages/settings/codes.ts',
  'src/pages/settings/delete.ts',
  'src/pages/settings/email.ts',
  'src/pages/settings/mails.ts',
  'src/pages/settings/passkeys.ts',
  'src/pages/settings/password.ts',
  'src/pages/settings/current-password.ts',
  'src/pages/settings/privacy.ts',
  'src/pages/settings/profile.ts',
  'src/pages/settings/sessions.ts',
  'src/pages/settings/tokens.ts',
  'src/pages/kept-import/acts.ts',
  'src/pages/kept-import/choose.ts',
  'src/pages/undo/job.ts',
]

/** What only writes and jobs call, by the file that has it: whoever else did would take nothing from any hour. */
const behindWrites: Readonly<Record<string, readonly string[]>> = {
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
  'src/keys/account-keys.ts': ['applyForKey'],
  'src/keys/access-tokens.ts': ['makeToken'],
  'src/kept/calendar-address.ts': ['removeCalendarAddress', 'replaceCalendarAddress'],
  'src/kept-import/steps.ts': ['takeFile'],
  'src/contributions/following/follows.ts': ['addFollow', 'removeFollow'],
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

const pageType = 'src/pages/page.ts'

const changedByWrites: Rule = (project) => {
  const changing = project
    .filter(({ path, tree }) => {
      if (!tree || !path.startsWith('src/pages/') || path.endsWith('.test.ts') || path === pageType) return false
      return [...nodesOf(tree)].some((node) => isIdentifier(node) && node.text === 'writable')
    })
    .map(({ path }) => path)
  const isWhole = project.some(({ path }) => path === pageType)
  const settled = isWhole ? writingByHand.filter((path) => !changing.includes(path)) : []
  return [
    ...changing.flatMap((path) => (writingByHand.includes(path) ? [] : `${path} changes something without a write`)),
    ...settled.map((path) => `${path} changes nothing by hand: test/tidy/write-rules.ts need not name it`),
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
  'pages change something by writes': changedByWrites,
  'what a write does is done by nothing else': doneByWrites,
}
