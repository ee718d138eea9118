import type { factors as english } from '../en/factors.ts'

export const factors: typeof english = {
  on: 'Ein',
  off: 'Aus',
  code: 'Code',
  signInHint: 'Sechs Ziffern aus Ihrer Authenticator-App oder einer Ihrer Wiederherstellungscodes.',
  codeHint:
    'Sechs Ziffern aus Ihrer Authenticator-App oder einer Ihrer Wiederherstellungscodes. Jeder Code ' +
    'funktioniert nur einmal.',
  wrongCode: 'Dieser Code ist falsch, abgelaufen oder wurde schon benutzt. Versuchen Sie es mit dem nächsten.',
  step: {
    title: 'Code eingeben',
    lead: (username) => `Ihr Passwort stimmt. Noch ein Schritt, um sich als ${username} anzumelden.`,
    lostTitle: 'Kein Code?',
    lost:
      'Wenn Sie Ihr Telefon nicht zur Hand haben, geben Sie einen Ihrer zehn Wiederherstellungscodes ein. ' +
      'Wenn Sie auch diese nicht mehr haben, wenden Sie sich an die Betreiber dieses Servers.',
  },
  codes: {
    title: 'Einmalcodes',
    text:
      'Eine App auf Ihrem Telefon zeigt alle 30 Sekunden einen neuen Code an. Mit Ihrem Passwort allein kann ' +
      'sich dann niemand anmelden.',
    since: (date) =>
      `Eingeschaltet seit dem ${date}. Zum Anmelden mit Ihrem Passwort ist auch ein Code aus Ihrer App nötig.`,
    turnOn: 'Einmalcodes einschalten',
    turnOff: 'Einmalcodes ausschalten',
    turnOffLead: 'Zum Anmelden genügt dann Ihr Passwort, und Ihre Wiederherstellungscodes werden gelöscht.',
    lead: 'Sie brauchen eine Authenticator-App auf Ihrem Telefon oder Computer. Geben Sie zuerst Ihr Passwort ein.',
    install:
      'Öffnen Sie Ihre Authenticator-App, oder installieren Sie eine. Jede App für Einmalcodes (TOTP) ist ' +
      'geeignet.',
    scan: 'Scannen Sie dieses Bild mit der App.',
    picture: 'QR-Code mit dem Schlüssel für Ihre Authenticator-App',
    orType: 'Oder geben Sie diesen Schlüssel in der App ein:',
    openApp: 'App auf diesem Gerät öffnen',
    enter: (minutes) => `Geben Sie den Code ein, den die App jetzt anzeigt. Sie haben ${minutes} Minuten Zeit.`,
    enterHint: 'Sechs Ziffern.',
    isOn: 'Einmalcodes sind eingeschaltet.',
  },
  passkeys: {
    title: 'Passkeys',
    text:
      'Melden Sie sich mit Fingerabdruck, Gesicht oder der PIN Ihres Geräts an, ohne Passwort und ohne Code. ' +
      'Ihr Passwort gilt weiter; schalten Sie Einmalcodes ein, um auch das zu schützen.',
    signIn: 'Mit Passkey anmelden',
    add: 'Passkey hinzufügen',
    lead: 'Ihr Gerät bewahrt den Passkey auf. Geben Sie zuerst Ihr Passwort ein.',
    create: 'Passkey erstellen',
    one: 'Passkey',
    name: 'Name',
    nameHint: 'Damit Sie ihn in der Liste wiedererkennen.',
    rename: 'Umbenennen',
    remove: 'Entfernen',
    added: (date) => `Hinzugefügt am ${date}.`,
    used: (time) => `Zuletzt benutzt am ${time}.`,
    neverUsed: 'Noch nie benutzt.',
    worksAt: (host) => `Er gilt für ${host}.`,
    notHere: 'Passkeys funktionieren nur, wenn diese Seite über https und unter ihrem Namen geöffnet wird.',
    full: (most) =>
      `Sie haben ${most} Passkeys, mehr sind für ein Konto nicht möglich. Entfernen Sie einen, den Sie nicht ` +
      'mehr benutzen.',
    noScript:
      'Passkeys brauchen JavaScript und einen neueren Browser. Mit Ihrem Passwort können Sie sich auch ohne ' +
      'beides anmelden.',
    failed: 'Das hat nicht geklappt. Versuchen Sie es noch einmal, oder benutzen Sie Ihr Passwort.',
    known: 'Dieses Gerät hat schon einen Passkey für Ihr Konto.',
  },
  recovery: {
    title: 'Wiederherstellungscodes',
    keepTitle: 'Sichern Sie diese Codes jetzt',
    once: 'Sie werden nur dieses eine Mal angezeigt.',
    keep:
      'Mit jedem Code können Sie sich einmal anmelden, wenn Sie Ihr Telefon nicht zur Hand haben. Bewahren ' +
      'Sie die Codes bei wichtigen Unterlagen oder in einem Passwortmanager auf, nicht nur auf Ihrem Telefon.',
    left: (left, all, date) =>
      left === 1
        ? `1 von ${all} Codes vom ${date} ist übrig. Erstellen Sie bald neue.`
        : `${left} von ${all} Codes vom ${date} sind übrig.`,
    none: 'Sie haben alle Codes benutzt. Erstellen Sie jetzt neue.',
    renew: 'Neue Wiederherstellungscodes erstellen',
    renewLead: 'Ihre bisherigen Codes sind dann ungültig.',
    areNew: 'Das sind Ihre neuen Wiederherstellungscodes. Die bisherigen sind ungültig.',
  },
  backHome: 'Zurück zu Anmeldung und Sicherheit',
  notices: {
    codesOff: 'Einmalcodes ausgeschaltet.',
    passkeyAdded: 'Passkey hinzugefügt. Sie können sich jetzt damit anmelden.',
    passkeyRefused: 'Der Passkey wurde nicht hinzugefügt. Versuchen Sie es noch einmal.',
    passkeysFull: 'Der Passkey wurde nicht hinzugefügt, weil für Ihr Konto keine weiteren möglich sind.',
    passkeyRenamed: 'Passkey umbenannt.',
    passkeyRemoved: 'Passkey entfernt. Sie können ihn auch auf Ihrem Gerät löschen.',
    passkeyUnknown:
      'Dieser Passkey gehört hier zu keinem Konto. Versuchen Sie es noch einmal, oder benutzen Sie Ihr Passwort.',
    accountDisabled: 'Dieses Konto ist gesperrt. Wenden Sie sich an die Betreiber dieses Servers.',
  },
}
