import type { en } from '../en/index.ts'

export const namesInForms: (typeof en)['namesInForms'] = {
  newHere: (names) => `Neu im Katalog: ${names}.`,
  whoIs: (name) => `Wer oder was ist „${name}“?`,
  makeOnly: (name) => `„${name}“ hinzufügen`,
  makeNew: (name) => `Nichts davon: „${name}“ hinzufügen`,
  noneFound: (name) => `„${name}“ steht nicht im Katalog. Fügen Sie es hinzu, oder geben Sie einen anderen Namen ein.`,
  unknown: (name) => `„${name}“ steht nicht im Katalog. Geben Sie einen anderen Namen ein.`,
  notLookedUp: (name, most) =>
    `„${name}“ wurde nicht nachgeschlagen, weil das Formular mehr als ${most} solche Namen enthält. Fügen Sie es ` +
    'hinzu, oder heben Sie es für eine andere Änderung auf.',
  chooseAbove: (name) => `Wählen Sie, wer oder was „${name}“ ist.`,
}
