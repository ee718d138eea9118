import type { mails as english } from '../en/mails.ts'
import { formatOf } from '../format.ts'
import { newsIn } from '../news.ts'

export const mails: typeof english = {
  test: {
    subject: 'Test-E-Mail',
    text: ({ username, site, siteName }) => `Hallo ${username},

das ist die Test-E-Mail von ${siteName} (${site}). E-Mails kommen an.
`,
  },
  verify: {
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    text: ({ username, link, site, siteName }) => `Hallo ${username},

folgen Sie innerhalb von 24 Stunden diesem Link, um Ihre E-Mail-Adresse für ${siteName} zu bestätigen:

${link}

Wenn Sie sich nicht auf ${site} registriert haben, ignorieren Sie diese E-Mail.
`,
  },
  taken: {
    subject: 'Sie haben schon ein Konto',
    text: ({ site, siteName }) => `Hallo,

jemand, wahrscheinlich Sie, hat sich mit dieser E-Mail-Adresse bei ${siteName} registriert. Sie gehört schon zu einem
Konto, deshalb lässt sich das neue nicht bestätigen.

Anmelden:                ${site}/login
Neues Passwort wählen:   ${site}/password/forgotten

Wenn Sie das nicht waren, ignorieren Sie diese E-Mail.
`,
  },
  watched: {
    subject: 'Neues zu dem, was Sie beobachten',
    text: ({ username, news = '[]', more, link, site, siteName }) => `Hallo ${username},

das ist neu bei dem, was Sie bei ${siteName} beobachten:

${newsIn(news, site)}
${more ? `\nEs gibt noch mehr: ${site}/notifications\n` : ''}
Was Sie beobachten: ${site}/watching

Sie haben um diese E-Mail gebeten und bekommen sie höchstens einmal am Tag. Abbestellen:

${link}
`,
  },
  reset: {
    subject: 'Wählen Sie ein neues Passwort',
    text: ({ username, link, siteName }) => `Hallo ${username},

folgen Sie diesem Link, um ein neues Passwort für ${siteName} zu wählen. Er funktioniert nur einmal und ist eine Stunde
lang gültig:

${link}

Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail. Ihr Passwort bleibt, wie es ist.
`,
  },
  handed: {
    subject: 'Wählen Sie ein neues Passwort',
    text: ({ username, link, siteName }) => `Hallo ${username},

die Verwaltung von ${siteName} sendet Ihnen diesen Link, mit dem Sie ein neues Passwort wählen. Er funktioniert nur
einmal, innerhalb von drei Tagen:

${link}

Wenn Sie niemanden darum gebeten haben, ignorieren Sie diese E-Mail. Ihr Passwort bleibt, wie es ist.
`,
  },
  key_made: {
    subject: 'Ihr neuer API-Schlüssel',
    text: ({ username, name, last_four, site, siteName }) => `Hallo ${username},

bei ${siteName} wurde ein Schlüssel für ${name} angelegt. Er endet auf ${last_four}.

Ihre Schlüssel: ${site}/settings/api

Wenn Sie das nicht waren, widerrufen Sie ihn dort und ändern Sie Ihr Passwort.
`,
  },
  key_replaced: {
    subject: 'Ein neuer API-Schlüssel ersetzt einen alten',
    text: ({ username, name, last_four, ends_at = '', site, siteName }) => `Hallo ${username},

${name} hat bei ${siteName} einen neuen Schlüssel. Er endet auf ${last_four}. Der alte Schlüssel ist gültig bis
${formatOf('de').time(ends_at)}.

Ihre Schlüssel: ${site}/settings/api

Wenn Sie das nicht waren, widerrufen Sie ihn dort und ändern Sie Ihr Passwort.
`,
  },
  token_made: {
    subject: 'Ihr neues Zugriffstoken',
    text: ({ username, name, last_four, site, siteName }) => `Hallo ${username},

bei ${siteName} wurde ein Zugriffstoken für Ihr Konto angelegt: ${name}. Es endet auf ${last_four}. Wer es hat, kann
Ihr Konto benutzen.

Ihre Token: ${site}/settings/tokens

Wenn Sie das nicht waren, widerrufen Sie es dort und ändern Sie Ihr Passwort.
`,
  },
  emailChange: {
    subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
    text: ({ username, link, siteName }) => `Hallo ${username},

folgen Sie innerhalb von 24 Stunden diesem Link, um dies zur E-Mail-Adresse Ihres Kontos bei ${siteName} zu machen:

${link}

Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail.
`,
  },
  emailTaken: {
    subject: 'Ihre E-Mail-Adresse wurde für ein anderes Konto angegeben',
    text: ({ site, siteName }) => `Hallo,

jemand, wahrscheinlich Sie, möchte diese E-Mail-Adresse bei ${siteName} für ein anderes Konto verwenden. Sie gehört
schon zu Ihrem Konto, deshalb wurde nichts geändert.

Anmelden:                ${site}/login

Wenn Sie das nicht waren, ignorieren Sie diese E-Mail.
`,
  },
  emailChangeAsked: {
    subject: 'Ihre E-Mail-Adresse soll geändert werden',
    text: ({ username, site, siteName }) => `Hallo ${username},

jemand, der Ihr Passwort kennt, möchte die E-Mail-Adresse Ihres Kontos bei ${siteName} ändern. Wir haben einen Link an
die neue Adresse gesendet. Ihre Adresse bleibt dieselbe, bis jemand diesem Link folgt.

Wenn Sie das nicht waren, wählen Sie jetzt ein neues Passwort: ${site}/password/forgotten
`,
  },
  emailChanged: {
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    text: ({ username, site, siteName }) => `Hallo ${username},

Ihr Konto bei ${siteName} hat eine neue E-Mail-Adresse. Dies ist die letzte E-Mail an diese Adresse.

Wenn Sie das nicht waren, wenden Sie sich an die Betreiber von ${site}.
`,
  },
  passwordChanged: {
    subject: 'Ihr Passwort wurde geändert',
    text: ({ username, site, siteName }) => `Hallo ${username},

das Passwort Ihres Kontos bei ${siteName} wurde geändert. Alle anderen Geräte sind abgemeldet, und Apps haben
keinen Zugriff mehr.

Was Ihr Konto sonst noch öffnet, zum Beispiel Passkeys und Zugriffstoken: ${site}/settings/account/access

Wenn Sie das nicht waren, wählen Sie jetzt ein neues: ${site}/password/forgotten
`,
  },
  codesOn: {
    subject: 'Einmalcodes sind eingeschaltet',
    text: ({ username, site, siteName }) => `Hallo ${username},

wer sich bei ${siteName} mit Ihrem Passwort anmeldet, braucht jetzt auch einen Einmalcode.

Wenn Sie das nicht waren, wählen Sie jetzt ein neues Passwort und wenden Sie sich an die Betreiber dieser Seite:
${site}/password/forgotten
`,
  },
  codesOff: {
    subject: 'Einmalcodes sind ausgeschaltet',
    text: ({ username, site, siteName }) => `Hallo ${username},

die Einmalcodes Ihres Kontos bei ${siteName} wurden ausgeschaltet. Zum Anmelden genügt Ihr Passwort.

Wenn Sie das nicht waren, wählen Sie jetzt ein neues Passwort: ${site}/password/forgotten
`,
  },
  recoveryCodesMade: {
    subject: 'Sie haben neue Wiederherstellungscodes',
    text: ({ username, site, siteName }) => `Hallo ${username},

für Ihr Konto bei ${siteName} wurden neue Wiederherstellungscodes erstellt. Die bisherigen sind ungültig.

Wenn Sie das nicht waren, wählen Sie jetzt ein neues Passwort: ${site}/password/forgotten
`,
  },
  recoveryCodeUsed: {
    subject: 'Ein Wiederherstellungscode wurde benutzt',
    text: ({ username, left = '', site, siteName }) => `Hallo ${username},

jemand, der Ihr Passwort kennt, hat einen Wiederherstellungscode Ihres Kontos bei ${siteName} benutzt. Übrige Codes:
${left}. Hier können Sie neue erstellen: ${site}/settings/account

Wenn Sie das nicht waren, wählen Sie jetzt ein neues Passwort: ${site}/password/forgotten
`,
  },
  passkeyAdded: {
    subject: 'Ein Passkey wurde hinzugefügt',
    text: ({ username, name, site, siteName }) => `Hallo ${username},

zu Ihrem Konto bei ${siteName} wurde ein Passkey hinzugefügt: ${name}. Wer ihn hat, kann sich ohne Ihr
Passwort anmelden.

Wenn Sie das nicht waren, entfernen Sie ihn hier und wählen Sie ein neues Passwort: ${site}/settings/account
`,
  },
  passkeyRemoved: {
    subject: 'Ein Passkey wurde entfernt',
    text: ({ username, name, site, siteName }) => `Hallo ${username},

aus Ihrem Konto bei ${siteName} wurde ein Passkey entfernt: ${name}. Er meldet Sie nicht mehr an.

Wenn Sie das nicht waren, wählen Sie jetzt ein neues Passwort: ${site}/password/forgotten
`,
  },
  accountDeleted: {
    subject: 'Ihr Konto ist gelöscht',
    text: ({ username, site, siteName }) => `Hallo ${username},

Ihr Konto bei ${siteName} wurde gelöscht. Jemand, der Ihr Passwort kennt, hat das veranlasst.

Wenn Sie das nicht waren, wenden Sie sich an die Betreiber von ${site}.
`,
  },
}
