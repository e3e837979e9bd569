import type { Account } from '../../../../platform/contract/account.ts';
import { readAccount } from '../../../../platform/contract/account.ts';
import type { TestClient } from '../../../../platform/server/testing/test-client.ts';
import {
  createTestServer,
  type TestServer,
  type TestServerOptions,
} from '../../../../platform/server/testing/test-server.ts';
import type { ApplicationDetails } from '../../contract/shapes.ts';
import { addApprover, applyForFunding, approveApplication, editApplication } from '../../contract.ts';
import { sampleApplication } from '../examples.ts';
import { grantsServer } from '../index.ts';

export interface TestCommittee {
  server: TestServer;
  it: TestClient;
  /** The applicant. */
  faculty: TestClient;
  /** `approver`, `approver2`, `approver3`: all of them have a seat. */
  voters: [TestClient, TestClient, TestClient];
}

/** A server with funding applications and a committee of three. */
export async function createTestCommittee(options: TestServerOptions = {}): Promise<TestCommittee> {
  const server = await createTestServer({ tools: [grantsServer], ...options });
  const [it, faculty] = [await server.signIn('it'), await server.signIn('faculty')];
  const voters: TestCommittee['voters'] = [
    await server.signIn('approver'),
    await server.signIn('approver2'),
    await server.signIn('approver3'),
  ];
  for (const voter of voters) {
    const { name, email } = (await voter.send(readAccount)).body as Account;
    await it.send(addApprover, { body: { fullName: name, email } });
  }
  return { server, it, faculty, voters };
}

/** An application that was submitted. @throws Error when it was refused */
export async function apply(
  client: TestClient,
  changes: Partial<typeof sampleApplication> = {},
): Promise<ApplicationDetails> {
  const answer = await client.send(applyForFunding, { body: { ...sampleApplication, ...changes } });
  if (answer.status !== 201) throw new Error(`The application was refused: ${answer.text}`);
  return answer.body.data;
}

export const approve = (voter: TestClient, { _id, version }: Pick<ApplicationDetails, '_id' | 'version'>) =>
  voter.send(approveApplication, { params: { id: _id }, body: { version } });

export const move = (
  client: TestClient,
  { _id, version }: Pick<ApplicationDetails, '_id' | 'version'>,
  approvalStatus: ApplicationDetails['approvalStatus'],
  comment?: string,
) =>
  client.send(editApplication, {
    params: { id: _id },
    body: { approvalStatus, version, ...(comment === undefined ? {} : { comment }) },
  });
