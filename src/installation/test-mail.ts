import { clientOf, takeAttempt } from '#src/accounts/attempts.ts'
import { requireAdministrator } from '#src/contract/access.ts'
import { write } from '#src/contract/write.ts'
import { openTransport } from '#src/mail/transport.ts'
import { type Language, texts } from '#src/texts/index.ts'

/** How long the mail server may take, so that the page has its answer in time. */
const WAIT_MS = 8_000

type Wanted = { recipient: string; username: string; language: Language; site: string; clientAddress: string }

/**
 * Sends an e-mail now, as others are sent, and says what went wrong in the words of the mail server. Undefined if it
 * has taken the mail, or if it is in the folder where mails lie that no server sends.
 */
export const sendTestMail = write([], async ({ db, now, account, settings }, wanted: Wanted) => {
  requireAdministrator(account)
  const { recipient, username, language, site, clientAddress } = wanted
  await takeAttempt(db, [['mail_from_address', clientOf(clientAddress)]], now)
  const { subject, text } = texts[language].mails.test
  const written = text({ username, site, siteName: settings.siteName, link: '' })
  const transport = openTransport(
    settings,
    () => site,
    () => {},
    WAIT_MS,
  )
  try {
    await transport.deliver({ id: 0, recipient, subject, text: written, link: undefined }, now)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    transport.close()
  }
})
