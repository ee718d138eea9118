import type { account as english } from '../en/account.ts'

export const account: typeof english = {
  signUp: {
    title: 'Registrieren',
    lead:
      'Mit einem kostenlosen Konto können Sie Titel ergänzen, korrigieren und bewerten, eine Merkliste ' +
      'führen, Rezensionen schreiben und API-Schlüssel anlegen.',
    invited: (site) =>
      `Sie sind zu ${site} eingeladen. Mit einem Konto bewerten Sie, was Sie sehen, führen eine Merkliste und ein ` +
      'Tagebuch, und können Titel ergänzen und korrigieren.',
    firstEdits: 'Ihre ersten Änderungen werden sichtbar, sobald jemand sie geprüft hat.',
    username: 'Benutzername',
    usernameHint:
      'Andere sehen ihn. 2 bis 32 Zeichen: Buchstaben von a bis z, Ziffern, Punkte, Binde- und Unterstriche.',
    email: 'E-Mail-Adresse',
    emailHint: 'Wir senden Ihnen einen Link zur Bestätigung. Niemand sonst sieht Ihre Adresse.',
    emailHintUnsent: 'Niemand sonst sieht Ihre Adresse.',
    emailOptional: 'Optional. Damit können Sie selbst ein neues Passwort wählen, wenn Sie Ihres vergessen.',
    password: 'Passwort',
    newPassword: 'Neues Passwort',
    passwordHint:
      'Mindestens 12 Zeichen. Mehrere Wörter hintereinander sind leicht zu merken. Häufige Passwörter sind nicht ' +
      'erlaubt.',
    repeat: 'Passwort wiederholen',
    submit: 'Registrieren',
    haveAccount: 'Schon registriert?',
    closed: 'Die Registrierung ist geschlossen. Bitten Sie die Betreiber dieses Servers um ein Konto.',
    byInvitation:
      'Die Registrierung ist nur mit Einladung möglich. Bitten Sie die Betreiber dieses Servers um einen ' +
      'Link. Jeder Link funktioniert nur einmal.',
    taken: 'Dieser Benutzername ist vergeben. Wählen Sie einen anderen.',
    different: 'Die Passwörter stimmen nicht überein.',
  },
  faults: {
    username:
      'Ein Benutzername hat 2 bis 32 Buchstaben von a bis z, Ziffern, Punkte, Binde- und Unterstriche ' +
      'und beginnt mit einem Buchstaben oder einer Ziffer.',
    name: 'Ein Name hat höchstens 100 Zeichen und keine unsichtbaren.',
    email: 'Eine E-Mail-Adresse hat die Form name@example.org und höchstens 254 Zeichen.',
    passwordTooShort: 'Ein Passwort hat mindestens 12 Zeichen.',
    passwordTooLong: 'Ein Passwort hat höchstens 256 Zeichen.',
    passwordCommon: 'Dieses Passwort ist zu leicht zu erraten. Wählen Sie eines, auf das nur Sie kommen.',
  },
  verify: {
    title: 'E-Mail-Adresse bestätigen',
    sent: (email) =>
      `Wir haben eine E-Mail an ${email} gesendet. Folgen Sie dem Link darin innerhalb von 24 Stunden. Er ` +
      'funktioniert nur einmal.',
    nothingArrived: 'Nichts angekommen? Sehen Sie im Spam-Ordner nach, oder senden Sie die E-Mail noch einmal.',
    notSent: (email) => `Dieser Server verschickt keine E-Mails. Bitten Sie die Betreiber, ${email} zu bestätigen.`,
    again: 'Noch einmal senden',
    newLink: 'Neuen Link erstellen',
    newLinkText:
      'Vielleicht geben sie Ihnen stattdessen einen Link. Er funktioniert einmal, innerhalb von 24 Stunden. Ist er ' +
      'abgelaufen, erstellen Sie einen neuen.',
    doneTitle: 'Alles bereit',
    isReady: (username) => `Sie sind als ${username} angemeldet.`,
    isVerified: (email) => `${email} ist bestätigt.`,
    goOn: 'Dort weitermachen, wo Sie waren',
    meanwhile: 'Bis dahin',
    meanwhileText: 'Sie können sich umsehen, Titel bewerten, eine Merkliste und Listen führen.',
    toSettings: 'Zu Ihren Einstellungen',
    toKeys: 'API-Schlüssel anlegen',
    toCatalogue: 'Zum Katalog',
    banner: 'Ihre E-Mail-Adresse ist noch nicht bestätigt.',
    bannerLink: 'Jetzt bestätigen',
    confirmTitle: 'Noch ein Schritt',
    confirmText: 'Bitte bestätigen Sie, dass dies Ihre E-Mail-Adresse ist.',
    confirm: 'Adresse bestätigen',
    overTitle: 'Dieser Link ist abgelaufen',
    overText:
      'Ein Link funktioniert nur einmal und ist 24 Stunden lang gültig. Melden Sie sich an, um einen neuen zu ' +
      'bekommen.',
    takenTitle: 'Diese Adresse gehört zu einem anderen Konto',
    takenText:
      'Ein anderes Konto hat sie inzwischen bestätigt. Melden Sie sich dort an, oder nehmen Sie eine andere Adresse.',
  },
  signIn: {
    title: 'Anmelden',
    name: 'Benutzername oder E-Mail-Adresse',
    password: 'Passwort',
    submit: 'Anmelden',
    forgotten: 'Passwort vergessen?',
    noAccount: 'Neu hier?',
    wrong: 'Benutzername, E-Mail-Adresse oder Passwort ist falsch.',
    disabled: 'Dieses Konto ist gesperrt. Wenden Sie sich an die Betreiber dieses Servers.',
    missingName: 'Geben Sie Ihren Benutzernamen oder Ihre E-Mail-Adresse ein.',
    missingPassword: 'Geben Sie Ihr Passwort ein.',
  },
  forgotten: {
    title: 'Passwort vergessen?',
    lead: 'Geben Sie die E-Mail-Adresse Ihres Kontos ein. Wir senden Ihnen einen Link für ein neues Passwort.',
    email: 'E-Mail-Adresse',
    submit: 'Link senden',
    unsent:
      'Dieser Server verschickt keine E-Mails. Geben Sie die E-Mail-Adresse Ihres Kontos ein, und bitten Sie dann ' +
      'die Betreiber um den Link für ein neues Passwort.',
    submitUnsent: 'Link erstellen',
    noEmailTitle: 'Keine E-Mail-Adresse?',
    noEmail:
      'Wenn Ihr Konto keine E-Mail-Adresse hat, wenden Sie sich an die Verwaltung dieses Servers. Sie erstellt einen ' +
      'Link, mit dem Sie ein neues Passwort wählen.',
    administrators:
      'Wer selbst zur Verwaltung gehört und keine Adresse hat, setzt ein neues Passwort dort, wo der Server läuft: ' +
      '`npx reelcommons account password --username NAME`.',
  },
  reset: {
    title: 'Neues Passwort wählen',
    lead: (username) =>
      `Für das Konto ${username}. Sie werden auf allen Geräten abgemeldet, und Apps verlieren den Zugriff.`,
    submit: 'Passwort speichern',
    overTitle: 'Dieser Link ist abgelaufen',
    overText:
      'Ein Link funktioniert nur einmal. Kam er per E-Mail, ist er eine Stunde lang gültig, von der Verwaltung drei ' +
      'Tage lang.',
    firstTitle: 'Passwort wählen',
    firstLead: (username) => `Für das Konto ${username}. Damit melden Sie sich dann an.`,
    again: 'Neuen Link anfordern',
  },
  wait: (seconds) => {
    if (seconds === 1) return 'Bitte warten Sie eine Sekunde.'
    return seconds < 90
      ? `Bitte warten Sie ${seconds} Sekunden.`
      : `Bitte warten Sie ${Math.ceil(seconds / 60)} Minuten.`
  },
  backToForm: 'Zurück zum Formular',
  orByMail: 'Oder wählen Sie mit einem Link ein neues Passwort.',
  sendLink: 'Link anfordern',
  notices: {
    signedIn: 'Sie sind angemeldet.',
    stepExpired: 'Das hat zu lange gedauert. Melden Sie sich noch einmal an.',
    signedOut: 'Sie sind abgemeldet.',
    mailSent: 'Die E-Mail ist unterwegs.',
    linkMade: 'Der neue Link ist fertig. Bitten Sie die Betreiber dieses Servers darum.',
    verified: 'Ihre E-Mail-Adresse ist bestätigt.',
    resetSent: 'Wenn diese Adresse zu einem Konto gehört, ist ein Link unterwegs. Er ist eine Stunde lang gültig.',
    resetMade:
      'Wenn diese Adresse zu einem Konto gehört, liegt den Betreibern dieses Servers jetzt ein Link vor. Er ist eine ' +
      'Stunde lang gültig.',
    passwordReset:
      'Ihr neues Passwort ist gespeichert. Alle Geräte sind abgemeldet, und Apps haben keinen Zugriff mehr. Melden ' +
      'Sie sich an.',
    passwordChosen: 'Ihr Passwort ist gespeichert. Melden Sie sich an.',
    firstReset:
      'Ihr neues Passwort ist gespeichert. Was das Konto geöffnet hat, bevor seine E-Mail-Adresse bestätigt war, zum ' +
      'Beispiel Passkeys und Codes, ist beendet. Melden Sie sich an.',
  },
}
