'use strict';

/** Markdown by lines: which stand in code or comments, where headings are, and what a heading's anchor is. */

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;

/** The lines of a text, each with whether it is prose: not within a fence, an HTML comment or front matter. */
function linesOf(text) {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  let fence = null;
  let comment = false;
  let front = lines[0] === '---' && lines.indexOf('---', 1) > 0 ? lines.indexOf('---', 1) : -1;
  return lines.map((line, at) => {
    if (at <= front) return { line, prose: false };
    if (fence) {
      const closing = FENCE.exec(line);
      if (closing && closing[1][0] === fence[0] && closing[1].length >= fence.length && !closing[2].trim()) fence = null;
      return { line, prose: false };
    }
    if (comment) {
      if (line.includes('-->')) comment = false;
      return { line, prose: false };
    }
    const opening = FENCE.exec(line);
    if (opening && !(opening[1][0] === '`' && opening[2].includes('`'))) {
      fence = opening[1];
      return { line, prose: false };
    }
    if (/^ {0,3}<!--/.test(line)) {
      comment = !line.includes('-->');
      return { line, prose: false };
    }
    return { line, prose: !/^(?: {4}|\t)/.test(line) || line.trim() === '' };
  });
}

/** The text of a heading as a reader sees it: no marks of links, emphasis or code. */
function plainText(text) {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/!?\[([^\]]*)\]\[[^\]]*\]/g, '$1')
    .replace(/<[^>]+>/g, '')
    .replace(/(`+)(.+?)\1/g, '$2')
    .replace(/(\*{1,3}|~~)(\S(?:.*?\S)?)\1/g, '$2')
    .replace(/(^|[^\p{L}\p{N}])(_{1,3})(\S(?:.*?\S)?)\2(?![\p{L}\p{N}])/gu, '$1$3')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .trim();
}

/** The anchor of a heading as GitHub makes it, without the number of a repeated one. */
function slug(text) {
  return plainText(text).toLowerCase().replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '').replace(/ /g, '-');
}

/** Every heading: its level, text, line from 1 and anchor. */
function headingsOf(text) {
  const lines = linesOf(text);
  const used = new Map();
  const found = [];
  const add = (level, words, at) => {
    const base = slug(words);
    let anchor = base;
    while (used.has(anchor)) {
      used.set(base, used.get(base) + 1);
      anchor = `${base}-${used.get(base)}`;
    }
    used.set(anchor, 0);
    found.push({ level, text: plainText(words), line: at + 1, anchor });
  };
  lines.forEach(({ line, prose }, at) => {
    if (!prose) return;
    const heading = HEADING.exec(line);
    if (heading) return add(heading[1].length, heading[2] ?? '', at);
    const under = UNDERLINE.exec(line);
    const above = at ? lines[at - 1] : null;
    const isText = above?.prose && above.line.trim() && !HEADING.test(above.line) && !/^\s*(?:[>|]|[-*+] |\d+[.)] )/.test(above.line);
    if (under && isText) add(under[1][0] === '=' ? 1 : 2, above.line.trim(), at - 1);
  });
  return found;
}

module.exports = { headingsOf, linesOf, plainText, slug };
