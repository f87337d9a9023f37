export type SentenceValue = string | number | Sentence;

/**
 * What a person is told, whatever the language: a template with numbered places, and what stands in them.
 * As a string and in JSON it is English, which is what models and programs read.
 */
export class Sentence {
  readonly template: string;
  readonly values: readonly SentenceValue[];

  constructor(template: string, values: readonly SentenceValue[] = []) {
    this.template = template;
    this.values = values;
  }

  toString(): string {
    // In one go: what looks like a place inside of a value is none.
    return this.template.replace(/\{(\d+)\}/g, (place, at: string) =>
      String(this.values[Number(at)] ?? place),
    );
  }

  toJSON(): string {
    return this.toString();
  }
}

/** The tag of texts for people that are made where no language is known; translators get their templates. */
export function sentence(
  parts: TemplateStringsArray,
  ...values: readonly SentenceValue[]
): Sentence {
  const template = parts.reduce((text, part, at) => `${text}{${String(at - 1)}}${part}`);
  return new Sentence(template, values);
}

/** A text that is nobody's to translate, such as one of the platform. */
export function verbatim(text: string): Sentence {
  return new Sentence('{0}', [text]);
}
