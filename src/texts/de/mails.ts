import type { mails as english } from '../en/mails.ts'
import { formats } from '../format.ts'

export const mails: typeof english = {
  verify: {
    subject: 'E-Mail-Adresse bestätigen',
    text: ({ username, link, site }) => `Hallo ${username},

bitte die E-Mail-Adresse für Reelcommons bestätigen, mit diesem Link und innerhalb von 24 Stunden:

${link}

Wer sich nicht auf ${site} registriert hat, kann diese Mail ignorieren.
`,
  },
  taken: {
    subject: 'Es gibt schon ein Konto',
    text: ({ site }) => `Hallo,

jemand hat sich mit dieser E-Mail-Adresse bei Reelcommons registriert. Sie gehört schon zu einem Konto, deshalb lässt
sich das neue nicht bestätigen.

Anmelden:                ${site}/login
Neues Passwort wählen:   ${site}/password/forgotten

Wer das nicht selbst war, kann diese Mail ignorieren.
`,
  },
  reset: {
    subject: 'Neues Passwort wählen',
    text: ({ username, link }) => `Hallo ${username},

mit diesem Link lässt sich ein neues Passwort für Reelcommons wählen. Er gilt eine Stunde und einmal:

${link}

Wer nicht darum gebeten hat, kann diese Mail ignorieren: Das Passwort bleibt, wie es ist.
`,
  },
  key_made: {
    subject: 'Ein neuer API-Schlüssel',
    text: ({ username, name, last_four, site }) => `Hallo ${username},

bei Reelcommons wurde ein Schlüssel für ${name} angelegt. Er endet auf ${last_four}. Ganz gezeigt wurde er nur,
als er angelegt wurde.

Alle eigenen Schlüssel: ${site}/settings/api

Wer das nicht war, sollte ihn dort widerrufen und das Passwort ändern.
`,
  },
  key_replaced: {
    subject: 'Ein neuer API-Schlüssel ersetzt einen alten',
    text: ({ username, name, last_four, ends_at = '', site }) => `Hallo ${username},

${name} hat bei Reelcommons einen neuen Schlüssel. Er endet auf ${last_four}. Der Schlüssel davor gilt bis
${formats.de.time(ends_at)}.

Alle eigenen Schlüssel: ${site}/settings/api

Wer das nicht war, sollte ihn dort widerrufen und das Passwort ändern.
`,
  },
  emailChange: {
    subject: 'Neue E-Mail-Adresse bestätigen',
    text: ({ username, link }) => `Hallo ${username},

dies wird die E-Mail-Adresse des Kontos bei Reelcommons, sobald dieser Link innerhalb von 24 Stunden benutzt wird:

${link}

Wer nicht darum gebeten hat, kann diese Mail ignorieren.
`,
  },
  emailTaken: {
    subject: 'Die E-Mail-Adresse wurde für ein anderes Konto angegeben',
    text: ({ site }) => `Hallo,

jemand möchte diese E-Mail-Adresse bei Reelcommons für ein anderes Konto benutzen. Sie gehört schon zu einem Konto,
deshalb wurde nichts geändert.

Anmelden:                ${site}/login

Wer das nicht selbst war, kann diese Mail ignorieren.
`,
  },
  emailChangeAsked: {
    subject: 'Die E-Mail-Adresse soll sich ändern',
    text: ({ username, site }) => `Hallo ${username},

jemand, der das Passwort kennt, hat für das Konto bei Reelcommons eine andere E-Mail-Adresse angegeben. Dorthin ging
ein Link; die bisherige Adresse gilt, bis er benutzt wird.

Wer das nicht selbst war, sollte jetzt ein neues Passwort wählen: ${site}/password/forgotten
`,
  },
  emailChanged: {
    subject: 'Die E-Mail-Adresse wurde geändert',
    text: ({ username, site }) => `Hallo ${username},

das Konto bei Reelcommons hat jetzt eine andere E-Mail-Adresse. Dies ist die letzte Mail an diese.

Wer das nicht selbst war, sollte an die Betreiber von ${site} schreiben.
`,
  },
  passwordChanged: {
    subject: 'Das Passwort wurde geändert',
    text: ({ username, site }) => `Hallo ${username},

das Passwort des Kontos bei Reelcommons wurde geändert.

Wer das nicht selbst war, sollte jetzt ein neues wählen: ${site}/password/forgotten
`,
  },
  accountDeleted: {
    subject: 'Das Konto ist gelöscht',
    text: ({ username, site }) => `Hallo ${username},

das Konto bei Reelcommons ist gelöscht; jemand, der das Passwort kennt, hat das verlangt.

Wer das nicht selbst war, sollte an die Betreiber von ${site} schreiben.
`,
  },
}
