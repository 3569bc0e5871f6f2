import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import { readEvents } from '../../src/control/client/event-source.ts';
import type { StreamEvent } from '../../src/control/client/event-source.ts';
import { startStream } from '../../src/http/event-stream.ts';
import { EventLog } from '../../src/worlds/activity/world-events.ts';
import type { WorldEvent } from '../../src/worlds/activity/world-events.ts';
import { noon } from '../support/examples.ts';
import { openSimulator } from '../support/simulator.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

/** A simulator that listens, and a reader of its event stream. */
async function listening() {
  const opened = openSimulator();
  const url = await opened.listen();
  closing.push(() => opened.simulator.close());
  const follow = async (after?: string, world = '', query = '') => {
    const headers = { ...(after !== undefined && { 'last-event-id': after }) };
    const answer = await fetch(`${url}${world}/_faxsim/events${query}`, { headers });
    const events = readEvents(answer.body!);
    const next = async (): Promise<StreamEvent> => (await events.next()).value as StreamEvent;
    const take = async (count: number): Promise<StreamEvent[]> => {
      const taken: StreamEvent[] = [];
      while (taken.length < count) taken.push(await next());
      return taken;
    };
    return { answer, events, next, take };
  };
  return { ...opened, url, follow };
}

const shown = ({ name, data }: StreamEvent) => {
  const { action, status, summary } = JSON.parse(data);
  return [name, action, status, summary];
};

test('a stream tells of requests, faxes, webhooks, scenarios, the clock and the world', async () => {
  const { live, anyone, follow } = await listening();
  const { answer, next, take } = await follow();
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(await next()).toMatchObject({ name: 'open', data: '{}' });

  await live.post('/v2.1/faxes').send({ to: '+12025550123', content_url: 'https://example.com' }).expect(200);
  const [fax, request] = await take(2);
  const { data } = (await live.get('/v2.1/faxes')).body;
  const [{ id }] = data;
  expect([fax!, request!].map(shown)).toEqual([
    ['fax', 'created', 'queued', `Fax ${id} to +12025550123 is accepted`],
    ['request', 'answered', '200', `POST /v2.1/faxes 200, fax ${id} to +12025550123`],
  ]);
  expect(JSON.parse(fax!.data)).toEqual({
    ...{ kind: 'fax', action: 'created', at: new Date(noon).toISOString(), subject: id, fax_id: id },
    ...{ status: 'queued', summary: expect.any(String) },
  });
  expect(JSON.parse(request!.data)).toMatchObject({ subject: 1, fax_id: id });
  await next(); // the request that listed

  await anyone.post(`/_faxsim/faxes/${id}/finish`).send({ error: 17 }).expect(200);
  expect((await take(2)).map(shown)).toEqual([
    ['fax', 'changed', 'failure', `Fax ${id} to +12025550123 fails: error 17, Busy`],
    ['webhook', 'created', 'kept', `Webhook 1 fax_completed of fax ${id}: recorded only, since it has no URL`],
  ]);
  await anyone.post('/_faxsim/scenarios').send({ on: 'outage' }).expect(200);
  expect(shown(await next())).toEqual(['scenario', 'on', null, 'Scenario outage on']);
  await live.get('/v2.1/account/status').expect(503);
  expect((await take(3)).map((event) => event.name).sort()).toEqual(['request', 'scenario', 'scenario']);
  await anyone.post('/_faxsim/clock').send({ advance: '1m' }).expect(200);
  expect((await next()).name).toBe('clock');
  await next(); // the work due at once was done first
  await anyone.post('/_faxsim/reset').expect(200);
  expect(shown(await next())).toEqual(['world', 'reset', null, 'World default reset']);
  await live.get('/v2.1/account/status').expect(200);
  expect(shown(await next())).toEqual(['request', 'answered', '200', 'GET /v2.1/account/status 200']);
});

test('a stream tells of verdicts that change', async () => {
  const { live, anyone, follow } = await listening();
  await anyone.post('/_faxsim/scenarios').send({ on: 'outage(lasts=30s)' }).expect(200);
  const { next } = await follow();
  await next();
  const nextVerdict = async (): Promise<unknown> => {
    for (;;) {
      const event = JSON.parse((await next()).data);
      if (event.action === 'verdict') return event;
    }
  };
  const subject = 'outage(lasts=30s)';

  await live.get('/v2.1/account/status').expect(503);
  expect(await nextVerdict()).toMatchObject({ subject, status: 'waiting' });
  await anyone.post('/_faxsim/clock').send({ advance: '30s' }).expect(200);
  expect(await nextVerdict()).toMatchObject({ subject, status: 'failed' });
  await live.get('/v2.1/account/status').expect(200);
  expect(await nextVerdict()).toEqual({
    ...{ kind: 'scenario', action: 'verdict', at: expect.any(String), subject, fax_id: null, status: 'passed' },
    summary: expect.stringMatching(/^Scenario \S+, rule down: retries passed, the request came again/),
  });
});

test('the list of what happened has faxes, webhooks and moves of the clock, newest first', async () => {
  const { anyone, live } = openSimulator();
  const happened = async (limit = 100) =>
    (await anyone.get('/_faxsim/clock/happened').query({ limit }).expect(200)).body.data;
  expect(await happened()).toEqual([]);
  await live.post('/v2.1/faxes').send({ to: '+12025550123', content_url: 'https://example.com' }).expect(200);
  await anyone.post('/_faxsim/clock').send({ run_until_idle: '1h' }).expect(200);
  const all: { kind: string; action: string; status: string }[] = await happened();
  expect(all.at(-1)).toMatchObject({ kind: 'fax', action: 'created', status: 'queued' });
  expect(all).toContainEqual(expect.objectContaining({ kind: 'webhook', status: 'kept' }));
  expect(all[0]).toMatchObject({ kind: 'clock', action: 'moved' });
  expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(['fax', 'webhook', 'clock']));
  expect(await happened(1)).toEqual(all.slice(0, 1));
});

test('a stream tells that the request journal is cleared', async () => {
  const { anyone, follow } = await listening();
  const { next } = await follow();
  await next();
  await anyone.delete('/_faxsim/requests').expect(200);
  expect(JSON.parse((await next()).data)).toMatchObject({ kind: 'request', action: 'cleared', subject: null });
});

test('a stream tells which settings change, but not of the balance', async () => {
  const { anyone, follow } = await listening();
  const { next } = await follow();
  await next();
  await anyone.patch('/_faxsim/settings').send({ balance_cents: 5 }).expect(200);
  await anyone.patch('/_faxsim/settings').send({ rate_limit: '3/1m', fax_retries: 2, balance_cents: 7 }).expect(200);
  const summary = 'Settings changed: fax_retries, rate_limit';
  expect(JSON.parse((await next()).data)).toMatchObject({ kind: 'settings', action: 'changed', summary });
});

test('a stream tells of other worlds on request', async () => {
  const { anyone, live, follow } = await listening();
  const [own, all] = [await follow(), await follow(undefined, '', '?worlds=all')];
  for (const { next } of [own, all]) await next();
  await anyone.post('/_faxsim/worlds').send({ id: 'mine', fixture: 'empty', clock: 0 }).expect(200);
  await anyone.post('/w/mine/_faxsim/reset').expect(200);
  await anyone.delete('/_faxsim/worlds/mine').expect(200);
  expect((await all.take(3)).map(shown)).toEqual(
    ['created', 'reset', 'closed'].map((action) => ['world', action, null, `World mine ${action}`]),
  );
  await live.get('/v2.1/account/status');
  for (const { next } of [own, all]) expect((await next()).name).toBe('request');
  const { answer } = await follow(undefined, '', '?worlds=none');
  expect([answer.status, await answer.json()]).toEqual([
    422,
    expect.objectContaining({ message: expect.stringContaining('worlds must be one of all, got "none"') }),
  ]);
});

test('a client resumes after the last event that it has, and learns where that is not possible', async () => {
  const { live, follow } = await listening();
  const { next } = await follow();
  const { id: opened } = await next();
  await live.get('/v2.1/account/status');
  await live.get('/v2.1/faxes');
  const [first, second] = [await next(), await next()];
  const again = await follow(opened);
  expect(await again.take(2)).toEqual([first, second]);
  expect(await (await follow(first.id)).next()).toEqual(second);
  for (const unknown of ['', 'elsewhere-1', `${opened}9`, 'x']) {
    expect(await (await follow(unknown)).next()).toMatchObject({ name: 'reset', id: second.id });
  }
});

test('each world has its own stream, which ends with the world', async () => {
  const { anyone, live, follow } = await listening();
  await anyone.post('/_faxsim/worlds').send({ id: 'mine', fixture: 'empty', clock: 0 }).expect(200);
  const { events, next } = await follow(undefined, '/w/mine');
  await next();
  await live.get('/v2.1/account/status');
  await anyone.delete('/_faxsim/worlds/mine').expect(200);
  expect(shown(await next())).toEqual(['world', 'closed', null, 'World mine closed']);
  expect(await events.next()).toEqual({ done: true, value: undefined });
  expect((await follow(undefined, '/w/mine')).answer.status).toBe(421);
});

test('a page of another origin cannot read the stream', async () => {
  const { url } = await listening();
  const answer = await fetch(`${url}/_faxsim/events`, { headers: { origin: 'https://example.com' } });
  expect(answer.status).toBe(403);
});

const event: WorldEvent = {
  ...{ kind: 'fax', action: 'changed', at: 0, subject: 1, faxId: 1, status: 'success' },
  summary: 'Fax 1',
};

describe('the event log', () => {
  test('records nothing before its first follower, and at least the latest thousand events from then on', () => {
    let begun = 0;
    const log = new EventLog(() => begun++);
    log.note(event);
    expect(log.after(log.lastId)).toEqual({ isComplete: true, events: [] });
    const opened = log.lastId;
    log.follow({ event: () => undefined, end: () => undefined });
    for (let count = 0; count < 1000; count++) log.note(event);
    expect(log.after(opened).events).toHaveLength(1000);
    for (let count = 0; count < 1500; count++) log.note(event);
    expect(log.after(opened)).toEqual({ isComplete: false, events: [] });
    expect(begun).toBe(1);
  });

  test('tells followers of its end, also those that come later', () => {
    const log = new EventLog(() => undefined);
    const ends: string[] = [];
    log.follow({ event: () => undefined, end: () => ends.push('first') });
    log.close();
    log.follow({ event: () => undefined, end: () => ends.push('late') });
    expect(ends).toEqual(['first', 'late']);
  });
});

test('a client that does not read gets a reset in place of the events that it missed', () => {
  const written: string[] = [];
  const res = Object.assign(new EventEmitter(), {
    writableLength: 0,
    writableEnded: false,
    write(text: string) {
      written.push(text);
      this.writableLength += text.length;
    },
    end: () => undefined,
  });
  const log = new EventLog(() => undefined);
  const stop = startStream(res as unknown as ServerResponse, log, {});
  for (let count = 0; count < 5000; count++) log.note(event);
  expect(res.writableLength).toBeLessThan(300_000);
  const before = written.length;
  res.writableLength = 0;
  res.emit('drain');
  expect(written.slice(before)).toEqual([`id: ${log.lastId}\nevent: reset\ndata: {}\n\n`]);
  log.note(event);
  expect(written.at(-1)).toContain('event: fax');
  stop();
  log.note(event);
  expect(written).toHaveLength(before + 2);
});
