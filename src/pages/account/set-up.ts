import { findAccount } from '#src/accounts/accounts.ts'
import { maxEmailLength } from '#src/credentials/email.ts'
import { emailFault, maxUsernameLength, usernameFault } from '#src/credentials/rules.ts'
import { findPlace, folderHere, maxPathLength } from '#src/import/filling/folders.ts'
import { mayBeFirst, setUpServer } from '#src/installation/first-administrator.ts'
import { settingFaults } from '#src/installation/server-settings.ts'
import { hasAdministrator } from '#src/installation/set-up-code.ts'
import { hasSample } from '#src/sample/removal.ts'
import { accessFields, faultTexts, nameFields, saidIn, serverFields, valuesNow } from '../admin/server-fields.ts'
import { errorSummary, type Filled, form, radios, submit, textField } from '../components/form.ts'
import { marked } from '../components/marked.ts'
import { passwordFaults, passwordFields } from '../components/new-password.ts'
import { setUpAddress } from '../components/page-addresses.ts'
import { orWait } from '../components/wait-page.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, type PageView, page, redirect } from '../page.ts'
import { welcomeAddress } from './welcome.ts'

const fields = ['code', 'username', 'email', 'password', 'repeat', ...serverFields, 'catalogue', 'folder'] as const
type Context = PageContext<never, never, (typeof fields)[number]>

export const setUpForm = page(`GET ${setUpAddress}`, {
  access: 'anyone',
  isForStrangers: true,
  async handle(context) {
    if (await hasAdministrator(context.db)) return redirect(context.viewer ? '/' : '/login')
    return view(context, { values: { ...valuesNow(context.config), catalogue: 'sample' }, errors: {} })
  },
})

/** Makes the first administrator, and the server what they want. */
export const setUpHere = page(`POST ${setUpAddress}`, {
  access: 'anyone',
  isForStrangers: true,
  form: fields,
  async handle(context) {
    const { db, form: values, config, texts, language, clientAddress, write, signingIn, isHere } = context
    if (await hasAdministrator(db)) return redirect('/login', 'server.late')
    const wrong = async (errors: Filled['errors']) => ({ ...(await view(context, { values, errors })), http: 422 })
    const errors = await faultsOf(context)
    if (Object.keys(errors).length > 0) return wrong(errors)
    const proof = { isHere: isHere(), code: values.code, clientAddress }
    const may = await write(mayBeFirst, proof).catch(orWait(context))
    if (typeof may !== 'boolean') return may
    if (!may) return wrong({ code: texts.server.setUp.codeWrong })
    // Not earlier: what folders there are is nobody else's business.
    const folderFault = await faultOfFolder(context)
    if (folderFault) return wrong({ folder: folderFault })
    const { username, email, password } = values
    const folder = (await folderHere(values.folder)) ?? ''
    const settings = {
      ...saidIn(config, values),
      ...(folder !== '' && !config.given.includes('importFolders') && { importFolders: folder }),
    }
    const removesSample = values.catalogue === 'empty' && (await hasSample(db))
    const made = await write(setUpServer, {
      ...{ username, email, password, language, settings, removesSample, folder },
    })
    if (made === 'late') return redirect('/login', 'server.late')
    // The command line has just taken the name.
    if (!made) return wrong({ username: texts.account.signUp.taken })
    await signingIn.beginSession(made)
    return redirect(made.look === undefined ? welcomeAddress : `${welcomeAddress}?look=${made.look}`)
  },
})

async function faultsOf({ form: values, db, config, texts, ...context }: Context): Promise<Filled['errors']> {
  const { account } = texts
  const { username, email, password, repeat } = values
  const errors: Record<string, string> = {}
  const nameFault = usernameFault(username)
  if (nameFault) errors.username = account.faults[nameFault]
  else if (await findAccount(db, username)) errors.username = account.signUp.taken
  const addressFault = email === '' ? undefined : emailFault(email)
  if (addressFault) errors.email = account.faults[addressFault]
  Object.assign(errors, await passwordFaults({ texts }, { password, repeat }, [username, email]))
  const faults = await settingFaults(db, config, saidIn(config, values))
  Object.assign(errors, faultTexts({ ...context, texts }, faults))
  return errors
}

async function faultOfFolder({ form: { folder }, config, texts }: Context): Promise<string | undefined> {
  const { setUp } = texts.server
  if (folder === '') return undefined
  if ((await folderHere(folder)) === undefined) return setUp.folderWrong
  const isClosed = config.given.includes('importFolders') && !(await findPlace(config, folder))
  return isClosed ? setUp.folderClosed : undefined
}

async function view(context: PageContext, filled: Filled): Promise<PageView> {
  const { texts, db } = context
  const { setUp } = texts.server
  const content = html`
${context.isHere() ? '' : codeField(context, filled)}
<h2>${setUp.you}</h2>
${personFields(context, filled)}
<h2>${setUp.site}</h2>
${nameFields(context, filled)}
${accessFields(context, filled)}
<h2>${setUp.content}</h2>
${(await hasSample(db)) && catalogueField(context, filled)}
${folderField(context, filled)}
${submit(setUp.submit)}`
  return {
    title: setUp.title,
    isPrivate: true,
    main: html`
<h1>${setUp.title}</h1>
<p class="lead">${setUp.lead}</p>
${errorSummary(context, filled)}
${form(context, setUpAddress, content)}`,
  }
}

const codeField = (context: PageContext, filled: Filled): Html => {
  const { setUp } = context.texts.server
  return html`
<div class="card">
${textField(context, filled, { name: 'code', label: setUp.code, autocomplete: 'one-time-code', isRequired: true })}
<p class="hint">${marked(setUp.codeHint)}</p></div>`
}

const personFields = (context: PageContext, filled: Filled): Html => {
  const { account, server } = context.texts
  return html`
${textField(context, filled, {
  name: 'username',
  label: account.signUp.username,
  hint: account.signUp.usernameHint,
  autocomplete: 'username',
  maxLength: maxUsernameLength,
  isRequired: true,
})}
${textField(context, filled, {
  name: 'email',
  type: 'email',
  label: account.signUp.email,
  hint: server.setUp.emailHint,
  autocomplete: 'email',
  maxLength: maxEmailLength,
})}
${passwordFields(context, filled, { isFirst: true })}`
}

const catalogueField = (context: PageContext, filled: Filled): Html => {
  const { catalogue, catalogues } = context.texts.server.setUp
  return radios(context, filled, { name: 'catalogue', label: catalogue, options: Object.entries(catalogues) })
}

function folderField(context: PageContext, filled: Filled): Html {
  const { config, texts, format } = context
  const { folder: label, folderHint, folderGiven } = texts.server.setUp
  const isToldOf = config.given.includes('importFolders') && context.isHere()
  const hint = isToldOf ? folderGiven(format.list(config.importFolders.split(','))) : folderHint
  return textField(context, filled, { name: 'folder', label, hint, maxLength: maxPathLength })
}
